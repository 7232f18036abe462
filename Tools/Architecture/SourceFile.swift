import FoundationEssentials

/// A Swift file with the lines, functions, imports and documentation to measure.
package struct SourceFile: Sendable {
  /// The path from the root of the repository.
  package var path: String
  /// The lines without newlines.
  ///
  /// A final newline does not add an empty line.
  package let lines: [String]
  /// The imported modules, with any access level.
  package let imports: Set<String>

  /// Reads a file of the repository at `root`.
  package init(path: String, root: String) throws {
    let text = try String(contentsOfFile: root + "/" + path, encoding: .utf8)
    self.init(path: path, text: text)
  }

  /// Creates a file from its text.
  package init(path: String, text: String) {
    self.path = path
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    self.lines = lines
    imports = Set(lines.compactMap(importedModule))
  }

  /// The lines, starting at 1, of shared declarations without a doc comment.
  ///
  /// Shared declarations are all `package` declarations, including stored properties, witnesses and
  /// operators, and all members of `package` protocols.
  package var undocumented: [Int] {
    lines.indices.filter { isShared(at: $0) && !isDocumented(at: $0) }.map { $0 + 1 }
  }

  private func isShared(at index: Int) -> Bool {
    let words = lines[index].trimmed.split(whereSeparator: { " (<?".contains($0) })
      .map(String.init)
    let heads = words.prefix { modifiers.contains($0) || $0.hasPrefix("@") }
    guard heads.count < words.count, keywords.contains(words[heads.count]) else { return false }
    return heads.contains("package") || isInProtocol(index)
  }

  /// Whether the line is a direct member of a `package` protocol.
  private func isInProtocol(_ index: Int) -> Bool {
    let depth = lines[index].prefix { $0 == " " }.count
    guard depth > 0 else { return false }
    let head = lines[..<index].last { line in
      !line.isEmpty && line.prefix { $0 == " " }.count < depth
    }
    return head?.trimmed.hasPrefix("package protocol ") ?? false
  }

  private func isDocumented(at index: Int) -> Bool {
    var above = index - 1
    while above >= 0, lines[above].trimmed.hasPrefix("@") { above -= 1 }
    return above >= 0 && lines[above].trimmed.hasPrefix("///")
  }
}

private func importedModule(_ line: String) -> String? {
  // Few lines are imports, and splitting the others would take most of the time.
  guard line.contains("import") else { return nil }
  let words = line.split(separator: " ").map(String.init)
  guard let index = words.firstIndex(of: "import"), index + 1 < words.count,
    words[..<index].allSatisfy({ accessWords.contains($0) || $0.hasPrefix("@") })
  else { return nil }
  return words[index + 1]
}

private let accessWords: Set = ["package", "private", "internal", "fileprivate", "public"]

private let modifiers: Set = [
  "package", "static", "final", "mutating", "nonisolated", "consuming", "borrowing", "indirect",
  "override", "convenience", "private", "internal", "set)",
]
private let keywords: Set = [
  "struct", "enum", "actor", "class", "protocol", "typealias", "associatedtype", "var", "let",
  "func", "init", "subscript",
]

extension String {
  var trimmed: String { String(drop { $0 == " " || $0 == "\t" }) }
}
