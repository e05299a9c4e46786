"""Every cap and timeout of the wire and of the table, each with its reason. In seconds and bytes."""

from typing import Final

# --- Frames ---
FRAME_HEADER: Final = 4  # the big-endian length before each message
# A stranger sends hello and join: under 2 KiB with the longest name. What a player sends never grows past
# this either (the longest is an Ask with a question in words), so the host takes no larger frame from anyone.
MAX_FRAME_FROM_PEER: Final = 4 * 1024
# Before the welcome a host only greets or refuses.
MAX_FRAME_FROM_STRANGE_HOST: Final = 4 * 1024
# The longest is the record of a finished game: 3 hands of about 45 lines, the longest line (an Ask) under 200
# bytes, and a deck of one's own: 10 to 20 KiB. A view with a whole game's events is under 10 KiB.
MAX_FRAME_FROM_HOST: Final = 64 * 1024
# message → view → answered → since → change is 7 deep; nothing that is sent goes deeper.
MAX_DEPTH: Final = 10
MAX_ARRAY: Final = 512  # the longest list is a game's events or record lines: under 300 with every option on
MAX_MAP: Final = 40  # the widest map is a view, with 27 fields
MAX_RECORD_LINE: Final = 8 * 1024  # characters; the longest, a game's with its own deck, is under 4 KiB
MAX_INT: Final = 2**53 - 1  # what every language reads back exactly; the wire has no larger number and no fraction

# --- Text from outside ---
MAX_NAME: Final = 20  # characters of a person's or a table's name: what a seat has room for at 80 columns
MAX_TABLE_NAME: Final = 64  # characters of a table's name: what network listings have room for; a screen cuts it
MAX_DECK_NAME: Final = 40  # characters, as `engine.deck` has it
MAX_RAW_TEXT: Final = 400  # characters of a name as it comes, before it is cleaned
MAX_COMBINING: Final = 2  # marks on one character: enough for Vietnamese and pointed Hebrew, too few to climb lines
MAX_CODE: Final = 32  # characters of an error code or a bot's level
MAX_FACTS: Final = 8  # arguments of one code

# --- Getting in ---
DEFAULT_PORT: Final = 11102
PORTS_TRIED: Final = 50  # the default one and those after it
LAST_PORT: Final = 65535  # that TCP has
ADMISSION_TIME: Final = 10.0  # from connecting to being let in: two round trips, and time for a slow link
# Past these the stranger who has waited longest gives way: a friend is let in within a second, a flood is not.
MAX_STRANGERS: Final = 64  # connections not yet let in, in all: more than a party, less than a flood
MAX_STRANGERS_PER_ADDRESS: Final = 8  # a household behind one address joins at once
MAX_PEOPLE: Final = 16  # at one table, players and watchers: each one's view is built at every move

# --- Staying ---
SWEEP_EVERY: Final = 1.0  # between looks at what has become too old
PING_EVERY: Final = 4.0  # each side asks this often, so that NAT entries stay alive
SILENCE: Final = 12.0  # three unanswered pings: a dead link is noticed, with its check interval, within 15 s
WRITE_HIGH: Final = 32 * 1024  # bytes unsent above which no more is written: the newest view waits, and replies
SEND_BUFFER: Final = 64 * 1024  # of the system, for each connection: it would else take in a whole game unread
UNREAD_TIME: Final = 10.0  # for a reader to take what is written; by then only the newest view waits for it
MAX_REPLIES: Final = 64  # refusals and pongs waiting for one reader: past it, it sends without reading
FLOOD_BURST: Final = 200  # messages at once from one peer: far past any hand on any keyboard
FLOOD_RATE: Final = 50.0  # messages a second after that

# --- The table ---
AWAY_TIME: Final = 45.0  # a player who is gone may come back before a bot plays for them
EMPTY_TABLE_TIME: Final = 600.0  # a table that no person is connected to ends by itself (DESIGN §4)
BOT_DELAY: Final = 0.7  # a bot's card can be followed by eye
TRICK_PAUSE: Final = 4.0  # a finished trick is left to be seen at most this long
SHORTEST_CLOCK: Final = 10  # seconds for a decision, where the host gives out time: to read the cards takes as long
LONGEST_CLOCK: Final = 600
BOT_PATIENCE: Final = 2.0  # a bot that has not answered by then is replaced by an easy one

# --- Saving ---
SAVE_AGAIN: Final = 1.0  # between attempts to save what the disk refuses: play goes on soon after there is space
LAST_SAVE: Final = 0.5  # for the last save when the table ends: shutting down takes 3 s at most
MAX_HELD: Final = 64  # messages of one peer that wait for a save: past it, it floods

# --- Bots that think ---
MAX_THINKERS: Final = 4  # processes for all tables; one processor at least is left to the tables themselves
THINKING_TIME: Final = 1.2  # to think about a decision: with a last stage that is longer, still within BOT_PATIENCE
HUNG_AFTER: Final = 5.0  # without an answer a process hangs, and is ended: NumPy on a slow machine takes 2 s to load

# --- Ending and coming back ---
GOODBYE_TIME: Final = 1.0  # for last bytes to leave before a connection is cut: shutting down takes 3 s at most
CONNECT_TIME: Final = 5.0  # for a connection to be made, before the next address or the next attempt
HEAD_START: Final = 0.25  # of each address of a table over the next one: most answer within it, and none costs long
FIRST_TRIES: Final = 5  # at a table that one was never let in to, before giving up
READ_SIZE: Final = 64 * 1024  # bytes taken from the socket at once
RETRY_FIRST: Final = 0.5  # pause before the first attempt to come back
RETRY_GROWTH: Final = 1.7  # each pause is so much longer than the one before
RETRY_LONGEST: Final = 15.0  # so that a laptop that wakes is back at the table at once
