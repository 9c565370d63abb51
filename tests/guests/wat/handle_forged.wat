;; Uses the number of a handle that it was never given.
(import "wasi:io/poll@0.2.12" "[method]pollable.block" (func $block (param i32)))
(func (export "bulkhead:tool/tools@0.1.0#call-tool") (type $call-tool)
  (call $block (i32.const 12345))
  (unreachable))
