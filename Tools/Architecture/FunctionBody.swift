/// A function's place and how many lines stand between its braces.
package struct FunctionBody: Sendable {
  /// From the root of the repository.
  package var file: String
  /// Counts from 1.
  package var line: Int
  /// Between the braces, blank ones and comments included.
  package var lines: Int
}

extension SourceFile {
  /// Finds functions by their keyword and matching braces; exact enough for formatted code.
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

/// Drops string literals and comments, so that braces in them do not count.
private func withoutText(_ line: String) -> String {
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
