;; Calls what is not in the table, and what is beyond it.
(table 10 funcref)
(func (export "bulkhead:tool/tools@0.1.0#call-tool") (type $call-tool)
  (call_indirect (local.get 3))
  (unreachable))
