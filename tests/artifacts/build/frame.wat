;; What every guest of the contract has. A part is added to a file that does not contain the words beside its `unless`.

;; unless: (type $call-tool (func
  ;; Name, arguments, and the resumption: whether there is one, its state, its answers. Each text is a place and a length.
  (type $call-tool (func (param i32 i32 i32 i32 i32 i32 i32 i32 i32) (result i32)))

;; unless: (export "memory")
  (memory (export "memory") 2)

;; unless: (export "cabi_realloc")
  ;; Gives out memory from 64 KiB on, and takes none back.
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

;; unless: (func $ok
  ;; result<outcome, tool-error>: ok, complete, no content, and this structured JSON.
  (func $ok (param $json i32) (param $length i32) (result i32)
    (memory.fill (i32.const 256) (i32.const 0) (i32.const 36))
    (i32.store8 (i32.const 272) (i32.const 1))
    (i32.store (i32.const 276) (local.get $json))
    (i32.store (i32.const 280) (local.get $length))
    (i32.const 256))

;; unless: (func $content
  ;; The same with so many pieces of content from this place on, each 152 bytes, and nothing structured.
  (func $content (param $pieces i32) (param $count i32) (result i32)
    (memory.fill (i32.const 256) (i32.const 0) (i32.const 36))
    (i32.store (i32.const 264) (local.get $pieces))
    (i32.store (i32.const 268) (local.get $count))
    (i32.const 256))

;; unless: (func $text
  ;; The same with one piece of text.
  (func $text (param $text i32) (param $length i32) (result i32)
    (memory.fill (i32.const 2048) (i32.const 0) (i32.const 152))
    (i32.store (i32.const 2056) (local.get $text))
    (i32.store (i32.const 2060) (local.get $length))
    (call $content (i32.const 2048) (i32.const 1)))

;; unless: (func $err
  ;; result<outcome, tool-error>: an error with the code `c` and this message.
  (func $err (param $message i32) (param $length i32) (result i32)
    (memory.fill (i32.const 256) (i32.const 0) (i32.const 36))
    (i32.store8 (i32.const 256) (i32.const 1))
    (i32.store (i32.const 260) (i32.const 1048))
    (i32.store (i32.const 264) (i32.const 1))
    (i32.store (i32.const 268) (local.get $message))
    (i32.store (i32.const 272) (local.get $length))
    (i32.const 256))

;; unless: "bulkhead:tool/tools@0.1.0#call-tool"
  (func (export "bulkhead:tool/tools@0.1.0#call-tool") (type $call-tool)
    (call $ok (i32.const 1040) (i32.const 2)))

;; unless: #list-tools"
  ;; One tool, `t`, described as `m`, whose input schema is an empty object.
  (func (export "bulkhead:tool/tools@0.1.0#list-tools") (result i32)
    (memory.fill (i32.const 512) (i32.const 0) (i32.const 128))
    (i32.store (i32.const 512) (i32.const 520))
    (i32.store (i32.const 516) (i32.const 1))
    (i32.store (i32.const 520) (i32.const 1024)) (i32.store (i32.const 524) (i32.const 1))
    (i32.store (i32.const 540) (i32.const 1032)) (i32.store (i32.const 544) (i32.const 1))
    (i32.store (i32.const 548) (i32.const 1064)) (i32.store (i32.const 552) (i32.const 19))
    (i32.const 512))

;; unless: #describe"
  ;; The component `t` in the version `m`, described as `m`.
  (func (export "bulkhead:tool/manifest@0.1.0#describe") (result i32)
    (memory.fill (i32.const 512) (i32.const 0) (i32.const 64))
    (i32.store (i32.const 512) (i32.const 1024)) (i32.store (i32.const 516) (i32.const 1))
    (i32.store (i32.const 520) (i32.const 1032)) (i32.store (i32.const 524) (i32.const 1))
    (i32.store (i32.const 540) (i32.const 1032)) (i32.store (i32.const 544) (i32.const 1))
    (i32.const 512))

;; unless: (data (i32.const 1024)
  (data (i32.const 1024) "t")
  (data (i32.const 1032) "m")
  (data (i32.const 1040) "{}")
  (data (i32.const 1048) "c")
  (data (i32.const 1064) "{\"type\":\"object\"}  ")
