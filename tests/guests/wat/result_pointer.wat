;; Says that its answer begins beyond its memory.
(func (export "bulkhead:tool/tools@0.1.0#call-tool") (type $call-tool)
  (i32.const 0x7ffffff8))
