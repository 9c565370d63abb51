;; Says that its answer has four billion pieces of content.
(func (export "bulkhead:tool/tools@0.1.0#call-tool") (type $call-tool)
  (call $content (i32.const 131072) (i32.const -1)))
