;; Answers with a number of a hundred thousand digits.
(memory (export "memory") 4)
(func (export "bulkhead:tool/tools@0.1.0#call-tool") (type $call-tool)
  (call $ok (i32.const 4096) (i32.const 100000)))
(data (i32.const 4096) <<10000: "9876543210">>)
