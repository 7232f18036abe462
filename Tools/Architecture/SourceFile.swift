import FoundationEssentials

/// A Swift file as a reader measures it: lines, functions, imports, documentation.
package struct SourceFile: Sendable {
  /// From the root of the repository.
  package var path: String
  package var lines: [String]

  /// Reads a file of the repository at `root`.
  package init(path: String, root: String) throws {
    let text = try String(contentsOfFile: root + "/" + path, encoding: .utf8)
    self.init(path: path, text: text)
  }

  /// Takes the text as it stands.
  package init(path: String, text: String) {
    self.path = path
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
  }

  /// Modules that the file imports, whatever the access level in front.
  package var imports: Set<String> {
    Set(lines.compactMap(importedModule))
  }

  /// Lines of `package` declarations without a doc comment above them, counted from 1.
  package var undocumented: [Int] {
    lines.indices.filter { isPackageDeclaration(lines[$0]) && !isDocumented(at: $0) }
      .map { $0 + 1 }
  }

  /// Names of the functions that the file's protocols describe; who meets them need not repeat it.
  var requirements: Set<String> {
    var result: Set<String> = []
    var isInside = false
    for (index, line) in lines.enumerated() {
      if line.hasPrefix("package protocol ") { isInside = true }
      if line == "}" { isInside = false }
      if isInside, isDocumented(at: index), let name = functionName(line) { result.insert(name) }
    }
    return result
  }

  private func isDocumented(at index: Int) -> Bool {
    var above = index - 1
    while above >= 0, lines[above].trimmed.hasPrefix("@") { above -= 1 }
    return above >= 0 && lines[above].trimmed.hasPrefix("///")
  }
}

private func importedModule(_ line: String) -> String? {
  let words = line.split(separator: " ").map(String.init)
  guard let index = words.firstIndex(of: "import"), index + 1 < words.count,
    words[..<index].allSatisfy({ accessWords.contains($0) || $0.hasPrefix("@") })
  else { return nil }
  return words[index + 1]
}

private let accessWords: Set = ["package", "private", "internal", "fileprivate", "public"]

/// The name behind `func`, if the line has one.
func functionName(_ line: String) -> String? {
  guard let start = line.firstRange(of: "func ") else { return nil }
  return String(line[start.upperBound...].prefix { $0.isLetter || $0.isNumber || $0 == "_" })
}

/// Types, functions and initializers; a property's or a case's name usually says it all.
private func isPackageDeclaration(_ line: String) -> Bool {
  let words = line.trimmed.split(separator: " ").map(String.init)
  guard words.first == "package", words.count > 1, words[1] != "import" else { return false }
  let rest = words.dropFirst().filter { !modifiers.contains($0) }
  guard let keyword = rest.first.map({ String($0.prefix { $0 != "(" && $0 != "?" }) }) else {
    return false
  }
  guard declarations.contains(keyword) else { return false }
  return !conventional.contains { line.contains($0) }
}

private let modifiers: Set = [
  "static", "final", "mutating", "nonisolated", "consuming", "borrowing", "indirect", "class",
  "override", "convenience",
]
private let declarations: Set = [
  "struct", "enum", "actor", "protocol", "func", "init", "typealias",
]

/// Members whose meaning the standard library fixes.
private let conventional = [
  "func <", "func ==", "func hash(into", "func encode(to", "init(from ", "init(arrayLiteral",
  "init(dictionaryLiteral", "init(stringLiteral", "init(integerLiteral", "func next()",
  "func makeIterator()", "func index(after",
]

extension String {
  var trimmed: String { String(drop { $0 == " " || $0 == "\t" }) }
}
