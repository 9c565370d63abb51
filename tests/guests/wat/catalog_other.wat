;; Its catalog has a field that no catalog has.

