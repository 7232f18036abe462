import Text

/// The lines of a `pnpm-workspace.yaml` in the form in which pnpm writes the file.
///
/// pnpm 11 writes the whole file again when it adds a setting. Only these lines certainly stay as they are:
/// block maps and lists with two spaces for each level, scalars in one line, comments before an entry or one
/// space after it, and single empty lines.
struct WorkspaceForm {
  /// A line with an entry of a map.
  struct Key: Hashable {
    var name: String
    /// The index of the line.
    var line: Int
    /// The index of the first line with comments before it, or that of the entry.
    var start: Int
    /// Whether an empty line is before the entry and its comments.
    var isApart: Bool
  }

  private(set) var lines: [String]
  /// The entries of the root, in the order of the file.
  private(set) var keys: [Key] = []
  /// The comments at the ends of lines, by the index of the line.
  private(set) var commented: Set<Int> = []
  /// The number of the first line in another form, from 1; nil if all have the form.
  private(set) var firstOther: Int?

  private struct Level {
    var indent: Int
    var isList: Bool
  }

  private enum Kind {
    case empty, comment
    case entry(name: String, hasValue: Bool, isCommented: Bool)
    case item(isCommented: Bool)
  }

  init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let ends = lines.last == "" && !text.isEmpty
    if ends { lines.removeLast() }
    firstOther = text.isEmpty ? nil : ends ? nil : lines.count
    if text.isEmpty { lines = [] }
    read()
  }

  private mutating func read() {
    var levels: [Level] = []
    var opens: Int?
    var start = 0
    for index in lines.indices where firstOther == nil {
      let indent = lines[index].prefix { $0 == " " }.count
      guard indent % 2 == 0, let kind = Self.kind(of: lines[index].dropFirst(indent)) else {
        firstOther = index + 1
        return
      }
      switch kind {
      case .empty, .comment:
        if !isKept(kind, at: index, indent, afterOpen: opens != nil) { firstOther = index + 1 }
        continue
      case .entry(let name, let hasValue, let isCommented):
        enter(Level(indent: indent, isList: false), &levels, opens, at: index)
        if isCommented { commented.insert(index) }
        if isCommented, !hasValue { firstOther = index + 1 }
        if indent == 0 { addKey(name, index, from: start) }
        opens = hasValue ? nil : indent
      case .item(let isCommented):
        enter(Level(indent: indent, isList: true), &levels, opens, at: index)
        if isCommented { commented.insert(index) }
        opens = nil
      }
      start = index + 1
    }
    if opens != nil, firstOther == nil { firstOther = lines.count }
  }

  private mutating func addKey(_ name: String, _ index: Int, from start: Int) {
    let isApart = !keys.isEmpty && start < index && lines[start].isEmpty
    keys.append(Key(name: name, line: index, start: isApart ? start + 1 : start, isApart: isApart))
  }

  /// Verifies that a line continues an open map or list, or begins the one that was announced.
  private mutating func enter(_ level: Level, _ levels: inout [Level], _ opens: Int?, at index: Int)
  {
    if levels.isEmpty {
      if level.indent != 0 || level.isList { firstOther = index + 1 }
      levels = [level]
    } else if let opens {
      if level.indent != opens + 2 { firstOther = index + 1 }
      levels.append(level)
    } else {
      while let last = levels.last, last.indent > level.indent { levels.removeLast() }
      if levels.last?.indent != level.indent || levels.last?.isList != level.isList {
        firstOther = index + 1
      }
    }
  }

  /// Whether pnpm leaves an empty line or a comment where it is.
  private func isKept(_ kind: Kind, at index: Int, _ indent: Int, afterOpen: Bool) -> Bool {
    guard index + 1 < lines.count else { return false }
    let next = lines[index + 1]
    if case .empty = kind {
      return index > 0 && !next.isEmpty && !afterOpen
        && (!isComment(index - 1) || lines[..<index].allSatisfy { $0.hasPrefix("#") })
    }
    if next.isEmpty { return lines[...index].allSatisfy { $0.hasPrefix("#") } }
    return next.prefix { $0 == " " }.count == indent
  }

  private func isComment(_ index: Int) -> Bool {
    lines[index].drop { $0 == " " }.hasPrefix("#")
  }
}

extension WorkspaceForm {
  private static let letters = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
  private static let digits = Set("0123456789")
  private static let others: Set<String> = [
    "null", "Null", "NULL", "~", "True", "TRUE", "False", "FALSE",
  ]

  /// Returns what a line without its indentation is; nil for another form.
  private static func kind(of line: Substring) -> Kind? {
    if line.isEmpty { return .empty }
    guard line.last != " ", line.allSatisfy({ $0.isASCII && $0 != "\t" && $0 != "\r" }) else {
      return nil
    }
    if line.hasPrefix("#") { return .comment }
    if line.hasPrefix("- ") {
      return scalar(line.dropFirst(2)).map { .item(isCommented: $0) }
    }
    guard let (name, rest) = key(line) else { return nil }
    if rest.isEmpty { return .entry(name: name, hasValue: false, isCommented: false) }
    guard rest.hasPrefix(" ") else { return nil }
    let value = rest.dropFirst()
    if value.hasPrefix("#") { return .entry(name: name, hasValue: false, isCommented: true) }
    return scalar(value).map { .entry(name: name, hasValue: true, isCommented: $0) }
  }

  /// Returns the name before a colon, and what follows the colon.
  private static func key(_ line: Substring) -> (String, Substring)? {
    if let quote = line.first, quote == "'" || quote == "\"" {
      guard let (text, rest) = quoted(line), rest.hasPrefix(":"), !text.isEmpty else { return nil }
      return (text, rest.dropFirst())
    }
    guard let colon = line.firstIndex(of: ":") else { return nil }
    let name = line[..<colon]
    guard let first = name.first, letters.contains(first), !others.contains(String(name)),
      name != "true", name != "false",
      name.allSatisfy({ letters.contains($0) || digits.contains($0) || "._-/".contains($0) })
    else { return nil }
    return (String(name), line[line.index(after: colon)...])
  }

  /// Returns the text in quotes without escapes, and what follows it.
  private static func quoted(_ text: Substring) -> (String, Substring)? {
    guard let quote = text.first else { return nil }
    let inner = text.dropFirst()
    guard let end = inner.firstIndex(of: quote), !inner[..<end].contains("\\") else { return nil }
    let rest = inner[inner.index(after: end)...]
    return rest.first == quote ? nil : (String(inner[..<end]), rest)
  }

  /// Returns whether a value of one line has a comment; nil for a value in another form.
  private static func scalar(_ text: Substring) -> Bool? {
    guard let first = text.first else { return nil }
    if first == "'" || first == "\"" {
      guard let (value, rest) = quoted(text), !value.isEmpty else { return nil }
      return rest.isEmpty ? false : rest.hasPrefix(" #") ? true : nil
    }
    let end = text.firstRange(of: " #")?.lowerBound ?? text.endIndex
    return isPlain(text[..<end]) ? end != text.endIndex : nil
  }

  private static func isPlain(_ text: Substring) -> Bool {
    guard let first = text.first, let last = text.last, !others.contains(String(text)),
      letters.contains(first) || digits.contains(first) || "^~<=./_".contains(first),
      letters.contains(last) || digits.contains(last) || "*./_".contains(last),
      text.allSatisfy({
        letters.contains($0) || digits.contains($0) || " ^~*<>=./@|_-+".contains($0)
      }),
      text.firstRange(of: "  ") == nil
    else { return false }
    if text == "." { return true }
    let isNumeric = text.allSatisfy { digits.contains($0) || ".eExXoO+-_abcdfABCDF".contains($0) }
    if !isNumeric { return ![".inf", ".nan"].contains(text.lowercased()) }
    if text.allSatisfy(digits.contains) { return text == "0" || (first != "0" && text.count < 16) }
    return letters.contains(first) || text.filter { $0 == "." }.count > 1
  }
}

extension WorkspaceForm {
  /// Returns the place where pnpm puts a new key of the root.
  ///
  /// Sorted keys stay sorted, also after a first `packages`; otherwise the key is the last one.
  /// - Parameter name: the new key.
  /// - Returns: the line, and whether an empty line comes before the key; nil before all other keys.
  func insertion(of name: String) -> (line: Int, isApart: Bool)? {
    let names = keys.map(\.name)
    let sorted = names.first == "packages" ? names.dropFirst() : names[...]
    let isSorted = zip(sorted, sorted.dropFirst()).allSatisfy { !$1.precedesLexically($0) }
    let next =
      isSorted
      ? keys.indices.first { index in
        !(index == 0 && names[0] == "packages") && name.precedesLexically(names[index])
      } : nil
    if next == 0 { return nil }
    let isAlwaysApart = keys.count > 1 && keys.dropFirst().allSatisfy(\.isApart)
    guard let next else { return (lines.count, isAlwaysApart || keys.last?.isApart == true) }
    let key = keys[next]
    return (key.isApart ? key.start - 1 : key.start, isAlwaysApart || key.isApart)
  }
}
