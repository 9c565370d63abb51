;; Wants twenty thousand things.
(component
  <<20000: (import "a#-b" (func))
>>
  CONTRACT)
