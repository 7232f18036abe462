import JSON

/// Prints the one JSON document of a command, indented for people who look at it.
func document(_ value: Value) -> String {
  value.text(.indented()) + "\n"
}
