;; Spins before any export of it is called.
(func $start (loop $again (br $again)))
(start $start)
