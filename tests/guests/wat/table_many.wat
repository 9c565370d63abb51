;; Declares a hundred tables.
(table $t 1 funcref)
<<99: (table 1 funcref)
>>
