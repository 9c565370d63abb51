;; Has twenty thousand things beside its tools.
(component
  (instance $none)
  <<20000: (export "a#-b" (instance $none))
>>
  CONTRACT)
