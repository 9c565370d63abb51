;; Its catalog has five megabytes.

