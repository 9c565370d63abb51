;; Answers with two values instead of one.
(func (export "bulkhead:tool/tools@0.1.0#call-tool") (type $call-tool)
  (call $ok (i32.const 4096) (i32.const 5)))
(data (i32.const 4096) "{} {}")
