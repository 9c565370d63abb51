;; Logs bytes that are no text.
(import "bulkhead:tool/logging@0.1.0" "log" (func $log (param i32 i32 i32 i32 i32 i32)))
(func (export "bulkhead:tool/tools@0.1.0#call-tool") (type $call-tool)
  (call $log (i32.const 4) (i32.const 4096) (i32.const 2) (i32.const 0) (i32.const 0) (i32.const 0))
  (unreachable))
(data (i32.const 4096) "\ff\fe")
