;; Says without end that a resource changed, whose name has a megabyte.
(import "bulkhead:tool/changes@0.1.0" "resource-updated" (func $changed (param i32 i32)))
(func (export "bulkhead:tool/tools@0.1.0#call-tool") (type $call-tool)
  (drop (memory.grow (i32.const 32)))
  (memory.fill (i32.const 131072) (i32.const 121) (i32.const 1048576))
  (loop $again (call $changed (i32.const 131072) (i32.const 1048576)) (br $again))
  (unreachable))
