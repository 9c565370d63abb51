;; The schema of its tool has a pattern that takes longer than the world is old.

