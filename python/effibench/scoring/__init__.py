"""What measurements are worth: published protocols and scores, as pure functions of records and of times."""
