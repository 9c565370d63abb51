;; Opens one thing after the other and closes none.
(import "wasi:clocks/monotonic-clock@0.2.12" "subscribe-duration" (func $after (param i64) (result i32)))
(func (export "bulkhead:tool/tools@0.1.0#call-tool") (type $call-tool)
  (loop $again (drop (call $after (i64.const 1))) (br $again))
  (unreachable))
