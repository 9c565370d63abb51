;; A whole guest in a few instructions. What is in braces is filled in by each test; `$ok` and `$err` lay out a result as
;; the canonical ABI wants it.
(module
  {imports}
  (memory (export "memory") 2)
  (global $heap (mut i32) (i32.const 65536))

  (func (export "cabi_realloc") (param i32 i32 i32) (param $size i32) (result i32)
    (local $start i32)
    (global.set $heap (i32.and (i32.add (global.get $heap) (i32.const 7)) (i32.const -8)))
    (local.set $start (global.get $heap))
    (global.set $heap (i32.add (global.get $heap) (local.get $size)))
    (block $fits
      (br_if $fits (i32.le_u (global.get $heap) (i32.mul (memory.size) (i32.const 65536))))
      (drop (memory.grow (i32.add (i32.div_u (local.get $size) (i32.const 65536)) (i32.const 1)))))
    (local.get $start))

  ;; result<outcome, tool-error>: ok, complete, no content, and this structured JSON.
  (func $ok (param $json i32) (param $length i32) (result i32)
    (memory.fill (i32.const 256) (i32.const 0) (i32.const 36))
    (i32.store8 (i32.const 272) (i32.const 1))
    (i32.store (i32.const 276) (local.get $json))
    (i32.store (i32.const 280) (local.get $length))
    (i32.const 256))

  ;; result<outcome, tool-error>: an error with this code, and "m" for a message.
  (func $err (param $code i32) (param $length i32) (result i32)
    (memory.fill (i32.const 256) (i32.const 0) (i32.const 36))
    (i32.store8 (i32.const 256) (i32.const 1))
    (i32.store (i32.const 260) (local.get $code))
    (i32.store (i32.const 264) (local.get $length))
    (i32.store (i32.const 268) (i32.const 1032))
    (i32.store (i32.const 272) (i32.const 1))
    (i32.const 256))

  (func $call (export "bulkhead:tool/tools@0.1.0#call-tool")
    (param $name i32) (param $name-length i32) (param $arguments i32) (param $arguments-length i32)
    (param $resumed i32) (param $state i32) (param $state-length i32) (param $answers i32) (param $answers-length i32)
    (result i32)
    {body})

  ;; list<tool-definition> of one tool, `t`, whose input schema is an empty object.
  (func (export "bulkhead:tool/tools@0.1.0#list-tools") (result i32)
    (memory.fill (i32.const 512) (i32.const 0) (i32.const 128))
    (i32.store (i32.const 512) (i32.const 520))
    (i32.store (i32.const 516) (i32.const 1))
    (i32.store (i32.const 520) (i32.const 1024)) (i32.store (i32.const 524) (i32.const 1))
    (i32.store (i32.const 540) (i32.const 1032)) (i32.store (i32.const 544) (i32.const 1))
    (i32.store (i32.const 548) (i32.const 1040)) (i32.store (i32.const 552) (i32.const 2))
    (i32.const 512))

  ;; component-info: name `t`, version `m`, description `m`.
  (func (export "bulkhead:tool/manifest@0.1.0#describe") (result i32)
    (memory.fill (i32.const 512) (i32.const 0) (i32.const 64))
    (i32.store (i32.const 512) (i32.const 1024)) (i32.store (i32.const 516) (i32.const 1))
    (i32.store (i32.const 520) (i32.const 1032)) (i32.store (i32.const 524) (i32.const 1))
    (i32.store (i32.const 540) (i32.const 1032)) (i32.store (i32.const 544) (i32.const 1))
    (i32.const 512))

  (data (i32.const 1024) "t")
  (data (i32.const 1032) "m")
  (data (i32.const 1040) "{{}}")
  {extra})
