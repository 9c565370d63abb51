;; Its catalog lists a tool that it does not have, and hides the one that it has.
(func (export "bulkhead:tool/tools@0.1.0#call-tool") (type $call-tool)
  (call $err (i32.const 1032) (i32.const 1)))
