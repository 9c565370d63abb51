;; Waits a nanosecond, over and over.
(import "wasi:clocks/monotonic-clock@0.2.12" "subscribe-duration" (func $after (param i64) (result i32)))
(import "wasi:io/poll@0.2.12" "[method]pollable.block" (func $block (param i32)))
(import "wasi:io/poll@0.2.12" "[resource-drop]pollable" (func $drop (param i32)))
(func (export "bulkhead:tool/tools@0.1.0#call-tool") (type $call-tool)
  (local $one i32)
  (loop $again
    (local.set $one (call $after (i64.const 1)))
    (call $block (local.get $one))
    (call $drop (local.get $one))
    (br $again))
  (unreachable))
