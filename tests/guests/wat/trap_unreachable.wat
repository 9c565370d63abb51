;; Crashes, as `abort` does.
(func (export "bulkhead:tool/tools@0.1.0#call-tool") (type $call-tool)
  (unreachable))
