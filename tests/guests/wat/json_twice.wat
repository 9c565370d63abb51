;; Answers with an object that has one key twice, which readers understand in two ways.
(func (export "bulkhead:tool/tools@0.1.0#call-tool") (type $call-tool)
  (call $ok (i32.const 4096) (i32.const 13)))
(data (i32.const 4096) "{\"n\":1,\"n\":2}")
