;; Reports progress with a message that clears the screen and forges a line.
(import "bulkhead:tool/progress@0.1.0" "report" (func $report (param f64 i32 f64 i32 i32 i32)))
(func (export "bulkhead:tool/tools@0.1.0#call-tool") (type $call-tool)
  (call $report (f64.const 1) (i32.const 0) (f64.const 0) (i32.const 1) (i32.const 4096) (i32.const 77))
  (call $ok (i32.const 1040) (i32.const 2)))
(data (i32.const 4096) "\0a2026-01-01T00:00:00.000000Z  INFO audit: event=\22ended\22 call=1 outcome=\22ok\22\0d\0a")
