"""What the fields of messages are made of: each has its bounds."""

from typing import Annotated, Literal

from msgspec import Meta

from net.limits import MAX_CODE, MAX_FACTS, MAX_INT, MAX_RAW_TEXT, PROOF, SHARE

Count = Annotated[int, Meta(ge=0, le=MAX_INT)]
Version = Annotated[int, Meta(ge=0, le=65535)]
PlaceNumber = Annotated[int, Meta(ge=0, le=3)]  # a place is a player's index: of four, 0 and 2 are partners
Text = Annotated[str, Meta(max_length=MAX_RAW_TEXT)]
Code = Annotated[str, Meta(max_length=MAX_CODE)]
Token = Annotated[str, Meta(max_length=64)]
Secret = Literal["code", "key"]  # what a pairing is about: the join code, or the key that gives the host's rights
Share = Annotated[str, Meta(max_length=2 * SHARE)]  # in hexadecimal: the wire has no bytes
Proof = Annotated[str, Meta(max_length=2 * PROOF)]
Facts = Annotated[dict[Code, Text | int], Meta(max_length=MAX_FACTS)]
Milliseconds = Annotated[int, Meta(ge=0, le=86_400_000)]
