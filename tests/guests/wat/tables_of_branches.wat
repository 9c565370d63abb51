;; A hundred branch tables of ten thousand targets.
(func $branch (param i32)
  <<1000: block
>>
  (br_table <<10000: 7 >> 0 (local.get 0))
  <<1000: end
>>)
