;; Puts functions where its table is not.
(table 1 funcref)
(func $f)
(elem (i32.const 100) func $f)
