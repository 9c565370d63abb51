;; It has two thousand tools.

