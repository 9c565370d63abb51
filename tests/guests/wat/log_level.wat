;; Logs at a level that there is not.
(import "bulkhead:tool/logging@0.1.0" "log" (func $log (param i32 i32 i32 i32 i32 i32)))
(func (export "bulkhead:tool/tools@0.1.0#call-tool") (type $call-tool)
  (call $log (i32.const 99) (i32.const 1032) (i32.const 1) (i32.const 0) (i32.const 0) (i32.const 0))
  (unreachable))
