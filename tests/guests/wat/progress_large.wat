;; Reports progress with messages of a megabyte, without end.
(import "bulkhead:tool/progress@0.1.0" "report" (func $report (param f64 i32 f64 i32 i32 i32)))
(func (export "bulkhead:tool/tools@0.1.0#call-tool") (type $call-tool)
  (local $done f64)
  (drop (memory.grow (i32.const 32)))
  (memory.fill (i32.const 131072) (i32.const 121) (i32.const 1048576))
  (loop $again
    (call $report (local.tee $done (f64.add (local.get $done) (f64.const 1)))
      (i32.const 0) (f64.const 0) (i32.const 1) (i32.const 131072) (i32.const 1048576))
    (br $again))
  (unreachable))
