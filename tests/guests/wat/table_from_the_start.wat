;; Declares a table of as many elements as the pool has room for.
(table 100000 funcref)
