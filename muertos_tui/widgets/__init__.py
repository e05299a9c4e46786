"""The panes of the table screen. Each draws from a view alone and holds no rule."""
