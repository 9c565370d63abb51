;; Answers with a number that is too large to be one.
(func (export "bulkhead:tool/tools@0.1.0#call-tool") (type $call-tool)
  (call $ok (i32.const 4096) (i32.const 11)))
(data (i32.const 4096) "{\"n\":1e999}")
