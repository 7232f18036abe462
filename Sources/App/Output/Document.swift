import JSON

/// Formats the JSON document of a command, with indentation.
func document(_ value: Value) -> String {
  value.text(.indented()) + "\n"
}
