# Counts the skipped tests in a log of `swift test` by their reasons.

{ gsub(/\033\[[0-9;]*m/, "") }
# ➜ Test "a name" skipped: "a reason"
/^[^A-Za-z]* (Test|Suite) .* skipped(: |\.?$)/ {
  reason = "without a reason"
  if (match($0, / skipped: /)) reason = substr($0, RSTART + RLENGTH)
  gsub(/^"|"\.?$|\.$/, "", reason)
  if (/^[^A-Za-z]* Test /) { tests[reason]++; total++ } else suites[reason]++
}
END {
  if (!total) exit
  print "\n" total " tests skipped:"
  for (reason in tests) print "  " tests[reason] ": " reason
}
