# Lists the failures in a log of `swift test`, one per line and at most `most`.

# ✘ Test "a name" recorded an issue with 1 argument row → 3 at File.swift:12:3: Expectation failed
/ recorded an issue / {
  name = $0
  sub(/ recorded an issue .*/, "", name)
  sub(/^[^A-Za-z]*(Test )?/, "", name)
  place = $0
  sub(/.* recorded an issue (with .* )?at /, "", place)
  message = place
  sub(/: .*/, "", place)
  sub(/^[^ ]*: */, "", message)
  issues[++count] = place ": " name ": " message
  isOpen = message == ""
  isBare = 1
  next
}
# The expectation, if the first line does not have it, then the test's comment.
isOpen && NF { issues[count] = issues[count] $0; isOpen = 0; next }
isBare && /^↳ / { issues[count] = issues[count] ": " substr($0, length("↳ ") + 1); isBare = 0 }
# error: Exited with unexpected signal code 11
# Main.swift:3:1: error: cannot find 'x' in scope
/^error: / || /^\/[^ ]*:[0-9]+:[0-9]+: error: / { errors[++broken] = $0 }
/ Test case passing / { next }
/ Test run (with|started)/ { if (/ with /) isOver = 1 }
/ Test .* started\.$/ { name = $0; sub(/^[^A-Za-z]*Test /, "", name); sub(/ started\.$/, "", name); running[name] = 1 }
/ Test .* ((passed|failed) after [0-9.]+ seconds|skipped)/ {
  name = $0
  sub(/^[^A-Za-z]*Test /, "", name)
  sub(/ (with [0-9]+ test cases? )?((passed|failed) after [0-9.]+ seconds|skipped).*/, "", name)
  delete running[name]
}
END {
  print "\nFailures:"
  for (number = 1; number <= count && number <= most; number++) print "  " short(issues[number])
  if (count > most) print "  and " count - most " more issues"
  for (number = 1; number <= broken && number <= 4; number++) print "  " short(errors[number])
  if (!isOver) {
    for (name in running) if (++left <= 4) print "  did not finish: " short(name)
    if (left > 4) print "  and " left - 4 " more did not finish"
  }
}
function short(text) { return length(text) > 240 ? substr(text, 1, 237) "..." : text }
