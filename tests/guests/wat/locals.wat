;; A function of forty thousand local variables.
(func $wide (param i32) (result i32)
  (local <<40000: i32 >>)
  <<40000: local.get 0 local.set #
>> (local.get 39999))
