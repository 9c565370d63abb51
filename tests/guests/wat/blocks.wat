;; Fifty thousand blocks, one in the other.
(func $deep
  <<50000: block
>> <<50000: end
>>)
