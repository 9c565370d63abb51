;; Logs a line of a megabyte, ten times.
(import "bulkhead:tool/logging@0.1.0" "log" (func $log (param i32 i32 i32 i32 i32 i32)))
(func (export "bulkhead:tool/tools@0.1.0#call-tool") (type $call-tool)
  (local $turn i32)
  (drop (memory.grow (i32.const 32)))
  (memory.fill (i32.const 131072) (i32.const 121) (i32.const 1048576))
  (loop $again
    (call $log (i32.const 4) (i32.const 131072) (i32.const 1048576) (i32.const 0) (i32.const 0) (i32.const 0))
    (br_if $again (i32.lt_u (local.tee $turn (i32.add (local.get $turn) (i32.const 1))) (i32.const 10))))
  (call $ok (i32.const 1040) (i32.const 2)))
