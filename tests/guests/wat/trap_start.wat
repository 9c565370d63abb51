;; Crashes before any export of it is called.
(func $start (unreachable))
(start $start)
