;; Answers with half a character, in the way that some write them.
(func (export "bulkhead:tool/tools@0.1.0#call-tool") (type $call-tool)
  (call $text (i32.const 4096) (i32.const 3)))
(data (i32.const 4096) "\ed\a0\80")
