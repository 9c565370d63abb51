;; One function of half a megabyte of code.
(func $huge (param i32) (result i32) (local.get 0)
  <<100000: i32.const # i32.add
>>)
