;; The name of its tool has a line end and forges a line of the log.

