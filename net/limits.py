"""Every cap and timeout of the wire and of the table, each with its reason. In seconds and bytes."""

from typing import Final

# --- Frames ---
FRAME_HEADER: Final = 4  # the big-endian length before each message
# A stranger sends hello, a pairing and join: under 2 KiB with the longest name. What a player sends never grows past
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
ADMISSION_TIME: Final = 10.0  # from connecting to being let in: six round trips, and time for a slow link
# A stranger's handshake is under 1 KiB and what they say under 2: past this they send what nobody asked for.
MAX_FROM_STRANGER: Final = 16 * 1024
# Past these the stranger who has come least far gives way: a friend goes on at once, a flood does not.
MAX_STRANGERS: Final = 64  # connections not yet let in, in all: more than a party, less than a flood
MAX_STRANGERS_PER_ADDRESS: Final = 16  # a household behind one address joins at once
ACCEPTED_AT_ONCE: Final = 16  # connections taken in before anything else is done: as many as an address may have
BACKLOG: Final = 512  # connections that the system holds ready: one past it is tried again only after a second
MAX_PEOPLE: Final = 16  # at one table, players and watchers: each one's view is built at every move

# --- Pairing ---
SHARE: Final = 33  # bytes of a share: a side's letter and a point
PROOF: Final = 32  # bytes of a proof: a SHA-256

# --- Guesses at the join code ---
# A guess costs the table 10 to 20 ms, and is right once in 589,824 times.
GUESSES: Final = 5.0  # of one address, at once: people mistype
GUESS_EVERY: Final = 6.0  # seconds to each one more
# A code is another after 20 wrong guesses; at this pace a whole day of guessing is right in 7 cases of 100.
GUESSES_IN_ALL: Final = 20.0  # of all addresses, at once
GUESS_IN_ALL_EVERY: Final = 2.0  # seconds to each one more
GUESSES_KEPT: Final = 10.0  # of those, for addresses that have not been wrong
GUESS_GAP: Final = 0.02  # between two computations: meanwhile everybody else is served
WRONG_GUESSES: Final = 20  # until there is another code
MAX_CALLERS: Final = 1024  # addresses whose guesses are remembered: more than a network of friends has

# --- Staying ---
SWEEP_EVERY: Final = 1.0  # between looks at what has become too old
PING_EVERY: Final = 4.0  # each side asks this often, so that NAT entries stay alive
SILENCE: Final = 12.0  # three unanswered pings: a dead link is noticed, with its check interval, within 15 s
WRITE_HIGH: Final = 32 * 1024  # bytes unsent above which no more is written: the newest view waits, and replies
MAX_UNSENT: Final = 192 * 1024  # bytes: that, one view more, and what TLS answers; past it the reader only asks
SEND_BUFFER: Final = 64 * 1024  # of the system, for each connection: it would else take in a whole game unread
UNREAD_TIME: Final = 10.0  # for a reader to take what is written; by then only the newest view waits for it
MAX_REPLIES: Final = 64  # refusals and pongs waiting for one reader: past it, it sends without reading
FLOOD_BURST: Final = 200  # messages at once from one peer: far past any hand on any keyboard
FLOOD_RATE: Final = 50.0  # messages a second after that

# --- The table ---
AWAY_TIME: Final = 45.0  # a player who is gone may come back before a bot plays for them
EMPTY_TABLE_TIME: Final = 600.0  # a table that no person is connected to ends by itself (DESIGN §4)
SHUFFLE_TIME: Final = 5.0  # for each of the two answers that a shuffle asks of a peer; nobody has to press a key
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
MISHEARD: Final = 3  # connections in a row that end for what the table says: coming back will not change its words
RETRY_FIRST: Final = 0.5  # pause before the first attempt to come back
RETRY_GROWTH: Final = 1.7  # each pause is so much longer than the one before
RETRY_LONGEST: Final = 15.0  # so that a laptop that wakes is back at the table at once
