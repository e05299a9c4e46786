"""`make bench`."""

from tests.bench import random_play, rollouts, tables

random_play.main()
rollouts.main()
tables.main()
