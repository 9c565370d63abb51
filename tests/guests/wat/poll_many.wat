;; Waits for the first of a hundred thousand things, each of which comes in an hour.
(import "wasi:io/poll@0.2.12" "poll" (func $poll (param i32 i32 i32)))
(import "wasi:clocks/monotonic-clock@0.2.12" "subscribe-duration" (func $after (param i64) (result i32)))
(func (export "bulkhead:tool/tools@0.1.0#call-tool") (type $call-tool)
  (local $one i32) (local $at i32)
  (drop (memory.grow (i32.const 10)))
  (local.set $one (call $after (i64.const 3600000000000)))
  (local.set $at (i32.const 131072))
  (loop $fill
    (i32.store (local.get $at) (local.get $one))
    (local.set $at (i32.add (local.get $at) (i32.const 4)))
    (br_if $fill (i32.lt_u (local.get $at) (i32.const 531072))))
  (call $poll (i32.const 131072) (i32.const 100000) (i32.const 128))
  (unreachable))
