;; It describes itself in forty kilobytes.

