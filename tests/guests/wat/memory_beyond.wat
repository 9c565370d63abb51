;; Puts data where its memory is not.
(data (i32.const 0x7fffffff) "beyond")
