"""The game itself: values and pure functions, no I/O."""
