"""`make bench`."""

from tests.bench import random_play, rollouts

random_play.main()
rollouts.main()
