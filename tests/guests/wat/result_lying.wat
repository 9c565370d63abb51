;; Says that its answer has a gigabyte, in a memory of two pages.
(func (export "bulkhead:tool/tools@0.1.0#call-tool") (type $call-tool)
  (call $ok (i32.const 65536) (i32.const 0x40000000)))
