"""Write the golden games anew: `make playthroughs`."""

from tests.engine.playthroughs import GAMES, anew, path

for name in GAMES:
    path(name).write_text(anew(name), "utf-8")
    print(f"{path(name)}: {path(name).stat().st_size // 1024} KiB")
