;; A component of a thousand core instances.
(component
  (core module $m)
  <<1000: (core instance (instantiate $m))
>>
  CONTRACT)
