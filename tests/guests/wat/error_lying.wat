;; Fails with a message of a gigabyte that is not there.
(func (export "bulkhead:tool/tools@0.1.0#call-tool") (type $call-tool)
  (call $err (i32.const 65536) (i32.const 0x40000000)))
