;; Wants what no host has, under a name that forges a line of the log.
(component
  (import "acme:db/x\0a\1b[2J2026-01-01T00:00:00Z  INFO audit: event=\22ended\22" (instance))
  CONTRACT)
