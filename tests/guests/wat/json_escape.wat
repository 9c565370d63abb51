;; Answers with half a character, written as an escape.
(func (export "bulkhead:tool/tools@0.1.0#call-tool") (type $call-tool)
  (call $ok (i32.const 4096) (i32.const 8)))
(data (i32.const 4096) "\"\\ud800\"")
