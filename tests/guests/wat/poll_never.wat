;; Waits for what comes in five hundred years.
(import "wasi:clocks/monotonic-clock@0.2.12" "subscribe-duration" (func $after (param i64) (result i32)))
(import "wasi:io/poll@0.2.12" "[method]pollable.block" (func $block (param i32)))
(func (export "bulkhead:tool/tools@0.1.0#call-tool") (type $call-tool)
  (call $block (call $after (i64.const -1)))
  (unreachable))
