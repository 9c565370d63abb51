;; Answers for an audience that is neither the person nor the model.
(func (export "bulkhead:tool/tools@0.1.0#call-tool") (type $call-tool)
  (local $answer i32)
  (local.set $answer (call $text (i32.const 1032) (i32.const 1)))
  (i32.store8 (i32.const 2136) (i32.const 1))
  (i32.store (i32.const 2144) (i32.const 4096))
  (i32.store (i32.const 2148) (i32.const 1))
  (local.get $answer))
(data (i32.const 4096) "\09")
