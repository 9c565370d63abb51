;; Its description is read in another order than it is written.

