"""`make bench`."""

from tests.bench import random_play

random_play.main()
