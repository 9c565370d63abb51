;; Ends its process in the middle of the call, and says that all went well.
(import "wasi:cli/exit@0.2.12" "exit" (func $exit (param i32)))
(func (export "bulkhead:tool/tools@0.1.0#call-tool") (type $call-tool)
  (call $exit (i32.const 0))
  (unreachable))
