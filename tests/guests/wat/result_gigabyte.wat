;; Answers with a gigabyte that is really there.
(func (export "bulkhead:tool/tools@0.1.0#call-tool") (type $call-tool)
  (drop (memory.grow (i32.const 16400)))
  (call $ok (i32.const 131072) (i32.const 0x40000000)))
