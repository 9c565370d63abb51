;; A component of ten core modules with a memory each.
(component
  (core module $m (memory 1))
  <<10: (core instance (instantiate $m))
>>
  CONTRACT)
