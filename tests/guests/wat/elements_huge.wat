;; Two hundred thousand functions put into a table at the start.
(table 20000 funcref)
(func $f)
(elem func <<200000: $f >>)
