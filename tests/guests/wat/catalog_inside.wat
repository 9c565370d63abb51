;; A catalog in the core module inside, where only a careless reader finds it.
(@custom "bulkhead:catalog@0.1" "{\22info\22:{\22name\22:\22inside\22,\22version\22:\221\22,\22description\22:\22Inside.\22},\22tools\22:[{\22name\22:\22inside\22,\22description\22:\22Inside.\22,\22input_schema\22:{\22type\22:\22object\22}}]}")
