;; The schema of its tool lets a client choose the names that stand in errors.

