;; Answers with bytes that are no text.
(func (export "bulkhead:tool/tools@0.1.0#call-tool") (type $call-tool)
  (call $text (i32.const 4096) (i32.const 4)))
(data (i32.const 4096) "\ff\fe\80\c0")
