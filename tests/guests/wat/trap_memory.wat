;; Reads beyond its memory, where the host's would begin.
(func (export "bulkhead:tool/tools@0.1.0#call-tool") (type $call-tool)
  (drop (i64.load offset=0xffffffff (i32.const -8)))
  (unreachable))
