;; Its catalog has a schema of a hundred thousand objects, one in the other.

