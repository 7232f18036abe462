import FoundationEssentials

/// A Swift file as a reader measures it: lines, functions, imports, documentation.
package struct SourceFile: Sendable {
  /// From the root of the repository.
  package var path: String
  /// Without their newlines; of a text that ends in one no empty line is left behind it.
  package let lines: [String]
  /// Modules that the file imports, whatever the access level in front.
  package let imports: Set<String>

  /// Reads a file of the repository at `root`.
  package init(path: String, root: String) throws {
    let text = try String(contentsOfFile: root + "/" + path, encoding: .utf8)
    self.init(path: path, text: text)
  }

  /// Takes the text as it stands.
  package init(path: String, text: String) {
    self.path = path
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    self.lines = lines
    imports = Set(lines.compactMap(importedModule))
  }

  /// Lines of what rooms share without a doc comment above them, counted from 1.
  ///
  /// That is every `package` declaration, stored properties, witnesses and operators included, and
  /// every member of a `package` protocol.
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

  /// Whether the declaration that the line is indented into is a `package` protocol.
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
  // Few lines are imports, and cutting up the others takes most of a reader's time.
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
