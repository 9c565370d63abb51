;; Asks again and again instead of answering, with notes of a megabyte.
(func (export "bulkhead:tool/tools@0.1.0#call-tool") (type $call-tool)
  (drop (memory.grow (i32.const 32)))
  (memory.fill (i32.const 256) (i32.const 0) (i32.const 36))
  (i32.store8 (i32.const 260) (i32.const 1))
  (i32.store (i32.const 272) (i32.const 131072))
  (i32.store (i32.const 276) (i32.const 1048576))
  (i32.const 256))
