/// The location and length of a function's body.
package struct FunctionBody: Sendable {
  /// The path of the file from the root of the repository.
  package var file: String
  /// The line of the function, starting at 1.
  package var line: Int
  /// The number of lines between the braces, including blank lines and comments.
  package var lines: Int
}

extension SourceFile {
  /// The functions, found by keyword and matching braces.
  ///
  /// This is exact enough for formatted code.
  package var functions: [FunctionBody] {
    lines.indices.filter { startsFunction(lines[$0]) }.compactMap { body(at: $0) }
  }

  private func body(at start: Int) -> FunctionBody? {
    var depth = 0
    var opened = false
    for index in start..<lines.count {
      for character in withoutText(lines[index]) {
        if character == "{" { (depth, opened) = (depth + 1, true) }
        if character == "}" { depth -= 1 }
      }
      if !opened, index > start, startsFunction(lines[index]) { return nil }
      if opened, depth <= 0 {
        return FunctionBody(file: path, line: start + 1, lines: max(0, index - start - 1))
      }
    }
    return nil
  }
}

private func startsFunction(_ line: String) -> Bool {
  let words = line.trimmed.split(whereSeparator: { " (<{".contains($0) }).map(String.init)
  for word in words {
    if ["func", "init", "init?", "deinit", "subscript"].contains(word) { return true }
    if !(prefixes.contains(word) || word.hasPrefix("@")) { return false }
  }
  return false
}

private let prefixes: Set = [
  "package", "private", "fileprivate", "internal", "static", "final", "mutating", "nonisolated",
  "override", "consuming", "borrowing", "class", "convenience", "required",
]

/// Removes string literals and comments, so that braces in them are not counted.
func withoutText(_ line: String) -> String {
  var result = ""
  var inString = false
  var previous: Character = " "
  for character in line {
    if character == "\"", previous != "\\" { inString.toggle() }
    if !inString {
      if character == "/", previous == "/" { return result }
      result.append(character)
    }
    previous = previous == "\\" && character == "\\" ? " " : character
  }
  return result
}
