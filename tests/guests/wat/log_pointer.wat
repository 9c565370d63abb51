;; Logs a line that lies beyond its memory.
(import "bulkhead:tool/logging@0.1.0" "log" (func $log (param i32 i32 i32 i32 i32 i32)))
(func (export "bulkhead:tool/tools@0.1.0#call-tool") (type $call-tool)
  (call $log (i32.const 4) (i32.const 2147483632) (i32.const 16) (i32.const 0) (i32.const 0) (i32.const 0))
  (unreachable))
