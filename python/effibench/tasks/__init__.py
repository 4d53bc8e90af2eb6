"""Tasks: the model, finding and loading them, comparing answers, checking their quality."""
