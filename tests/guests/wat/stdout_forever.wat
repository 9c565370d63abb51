;; Prints without end, and never ends a line.
(import "wasi:cli/stdout@0.2.12" "get-stdout" (func $stdout (result i32)))
(import "wasi:io/streams@0.2.12" "[method]output-stream.blocking-write-and-flush" (func $write (param i32 i32 i32 i32)))
(func (export "bulkhead:tool/tools@0.1.0#call-tool") (type $call-tool)
  (local $out i32)
  (local.set $out (call $stdout))
  (loop $again (call $write (local.get $out) (i32.const 65536) (i32.const 4096) (i32.const 128)) (br $again))
  (unreachable))
