;; Answers with a million pieces of content.
(func (export "bulkhead:tool/tools@0.1.0#call-tool") (type $call-tool)
  (drop (memory.grow (i32.const 2400)))
  (call $content (i32.const 131072) (i32.const 1000000)))
