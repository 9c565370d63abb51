# Functions of jq that jaq leaves to its command line or does not have, as jq's manual defines them.

def INDEX(stream; f): reduce stream as $row ({}; .[$row | f | tostring] = $row);
def INDEX(f): INDEX(.[]; f);
def IN(s): any(s == .; .);
def IN(source; s): any(source == s; .);
def ascii: [.] | implode;
def toarray: if isarray then . else [.] end;
def trimstr($x): ltrimstr($x) | rtrimstr($x);
def leaf_paths: paths(scalars);
def date: todate;

def @csv: map(
    if . == null then ""
    elif isstring then "\"" + gsub("\""; "\"\"") + "\""
    elif isnumber or isboolean then tojson
    else error("\(tojson) is not valid in a csv row") end
  ) | join(",");
def @tsv: map(
    if . == null then ""
    elif isstring then gsub("\\\\"; "\\\\") | gsub("\t"; "\\t") | gsub("\n"; "\\n") | gsub("\r"; "\\r")
    elif isnumber or isboolean then tojson
    else error("\(tojson) is not valid in a tsv row") end
  ) | join("\t");
