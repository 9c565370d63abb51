;; Answers with a hundred thousand arrays, one in the other.
(memory (export "memory") 6)
(func (export "bulkhead:tool/tools@0.1.0#call-tool") (type $call-tool)
  (call $ok (i32.const 4096) (i32.const 200000)))
(data (i32.const 4096) <<100000: "[">> <<100000: "]">>)
