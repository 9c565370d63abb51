;; Reads standard input, which could be the host's own.
(import "wasi:cli/stdin@0.2.12" "get-stdin" (func $stdin (result i32)))
(import "wasi:io/streams@0.2.12" "[method]input-stream.blocking-read" (func $read (param i32 i64 i32)))
(func (export "bulkhead:tool/tools@0.1.0#call-tool") (type $call-tool)
  (call $read (call $stdin) (i64.const 100) (i32.const 128))
  ;; An error: the stream is closed, and nothing was read.
  (if (i32.ne (i32.load8_u (i32.const 128)) (i32.const 1)) (then (unreachable)))
  (call $ok (i32.const 1040) (i32.const 2)))
