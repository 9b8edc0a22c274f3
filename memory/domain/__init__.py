"""Pure rules: no input or output, no clock. `now` is always an argument."""
