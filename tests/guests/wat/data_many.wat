;; A hundred thousand and one pieces of data.
(component
  (core module (memory 1)
  <<100001: (data "")
>>)
  CONTRACT)
