;; Its description clears the operator's screen.

