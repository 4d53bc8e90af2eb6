"""Timing: sessions, the processes they use, and what their evidence means."""
