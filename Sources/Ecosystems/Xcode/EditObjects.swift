package import Ecosystem
package import Text

/// Edits objects as text.
extension ProjectObjects {
  /// Adds an object.
  ///
  /// - Parameters:
  ///   - id: its identifier.
  ///   - kind: the value of `isa`, which names the section.
  ///   - comment: the text between `/*` and `*/`.
  ///   - fields: the other fields with their semicolons.
  ///   - isLine: whether it is written in one line, as files are.
  package mutating func add(
    _ id: String, _ kind: String, _ comment: String, _ fields: [String], isLine: Bool = false
  ) {
    let lines = (["isa = \(kind);"] + fields).flatMap { $0.split(separator: "\n") }
    let body =
      isLine
      ? lines.joined(separator: " ") + " "
      : newline + lines.map { "\t\t\t\($0)\(newline)" }.joined() + "\t\t"
    let text = "\t\t\(id) /* \(comment) */ = {\(body)};\(newline)"
    additions.append(Addition(id: id, kind: kind, text: text))
  }

  /// Appends an element to a list of an object, which is created if it is missing.
  ///
  /// A missing key is inserted in alphabetical order behind `isa`, as Xcode writes keys.
  ///
  /// - Throws: a refusal if the object or the list isn't written in lines.
  package mutating func append(
    _ id: String, _ comment: String, to key: String, of owner: String
  ) throws(Problem) {
    guard let node = self[owner] else {
      throw Problem(.failed, "is not an object of \(text.file)", subject: owner)
    }
    let element = "\(id) /* \(comment) */,\(newline)"
    guard let list = node[key] else { return try insertList(element, key, of: node) }
    let close = list.range.upperBound - 1
    let start = lineStart(close)
    guard list.elements != nil, isBlank(start..<close) else {
      throw refusal("has a list `\(key)` that isn't written in lines", text.file, list)
    }
    insertions[start, default: ""] += text[start..<close] + "\t" + element
  }

  /// Inserts a list, or appends to one that was inserted before.
  private mutating func insertList(
    _ element: String, _ key: String, of node: PropertyList.Node
  ) throws(Problem) {
    let next = (node.entries ?? []).first { $0.key > key && $0.key != "isa" }
    let offset = lineStart(next?.value.range.lowerBound ?? node.range.upperBound - 1)
    guard offset > node.range.lowerBound else {
      throw refusal("has an object that isn't written in lines", text.file, node)
    }
    let opening = "\t\t\t\(key) = (\(newline)"
    let closing = "\t\t\t);\(newline)"
    let old = insertions[offset] ?? ""
    let line = "\t\t\t\t" + element
    guard let start = Array(old.utf8).offset(of: opening) else {
      insertions[offset] = old + opening + line + closing
      return
    }
    let head = old.utf8.prefix(start)
    let tail = String(decoding: old.utf8.dropFirst(start), as: UTF8.self)
    let end = Array(tail.utf8).offset(of: closing) ?? 0
    insertions[offset] =
      String(decoding: head, as: UTF8.self)
      + String(decoding: tail.utf8.prefix(end), as: UTF8.self) + line
      + String(decoding: tail.utf8.dropFirst(end), as: UTF8.self)
  }

  /// Replaces the bytes of a value.
  package mutating func replace(_ node: PropertyList.Node, by value: String) {
    replacements.append(Replacement(file: text.file, range: node.range, text: value))
  }

  /// Removes the lines of a value: an element of a list, or an object.
  ///
  /// - Throws: a refusal if it shares its lines with something else.
  package mutating func removeLines(of node: PropertyList.Node) throws(Problem) {
    let start = lineStart(node.range.lowerBound)
    let end = lineEnd(node.range.upperBound)
    let rest = text[node.range.upperBound..<end].filter { !$0.isWhitespace }
    let isAlone =
      rest == "," || rest == ";" || (rest.hasPrefix("/*") && rest.hasSuffix("*/,"))
    let before = text.bytes[start..<node.range.lowerBound]
    guard isAlone, !before.contains(UInt8(ascii: ";")), !before.contains(UInt8(ascii: ",")) else {
      throw refusal("has a value that shares its line with others", text.file, node)
    }
    replacements.append(Replacement(file: text.file, range: start..<end, text: ""))
  }

  /// Applies all edits.
  ///
  /// - Throws: a failure if edits overlap, or if the result isn't a property list.
  package func edited() throws(Problem) -> SourceText {
    var insertions = insertions
    for (kind, added) in Dictionary(grouping: additions, by: \.kind).sorted(by: { $0.key < $1.key })
    {
      insert(added.sorted { $0.id < $1.id }, in: kind, &insertions)
    }
    let result = try text.edited(
      by: replacements
        + insertions.map { Replacement(file: text.file, range: $0.key..<$0.key, text: $0.value) })
    _ = try PropertyList(result)
    return result
  }

  /// Places new objects in the section of their kind, or in a new one.
  private func insert(_ added: [Addition], in kind: String, _ insertions: inout [Int: String]) {
    guard let end = marker("/* End \(kind) section */") else {
      let (offset, section) = newSection(kind, added.map(\.text).joined())
      insertions[offset, default: ""] += section
      return
    }
    for addition in added {
      let next = all(kind).first { $0.id > addition.id && $0.node.range.lowerBound < end }
      let offset = next.map { lineStart($0.node.range.lowerBound) } ?? end
      insertions[offset, default: ""] += addition.text
    }
  }

  /// Returns a section with its place: sections are sorted by name.
  private func newSection(_ name: String, _ body: String) -> (offset: Int, text: String) {
    let begin = "/* Begin \(name) section */\(newline)"
    let end = "/* End \(name) section */\(newline)"
    let present = Set(objects.compactMap { $0.value["isa"]?.string }).sorted().filter {
      marker("/* Begin \($0) section */") != nil
    }
    if let next = present.first(where: { $0 > name }),
      let offset = marker("/* Begin \(next) section */")
    {
      return (offset, begin + body + end + newline)
    }
    if let last = present.last, let offset = marker("/* End \(last) section */") {
      return (lineEnd(offset), newline + begin + body + end)
    }
    // Some tools leave out the comments that mark sections.
    return (lineEnd(objects.last?.value.range.upperBound ?? 0), body)
  }
}

extension ProjectObjects {
  private var newline: String {
    let first = text.bytes.firstIndex(of: 0x0A) ?? 0
    return first > 0 && text.bytes[first - 1] == 0x0D ? "\r\n" : "\n"
  }

  private func lineStart(_ offset: Int) -> Int {
    text.bytes[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
  }

  private func lineEnd(_ offset: Int) -> Int {
    text.bytes[offset...].firstIndex(of: 0x0A).map { $0 + 1 } ?? text.bytes.count
  }

  private func isBlank(_ range: Range<Int>) -> Bool {
    text.bytes[range].allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }

  /// The start of the line of a comment that marks a section; nil if it is missing.
  private func marker(_ comment: String) -> Int? {
    text.bytes.offset(of: comment).map(lineStart)
  }
}

extension [UInt8] {
  /// Returns the offset of the first occurrence of a text.
  fileprivate func offset(of text: String) -> Int? {
    let pattern = Array(text.utf8)
    guard let first = pattern.first else { return nil }
    var start = 0
    while let found = self[start...].firstIndex(of: first) {
      if self[found...].starts(with: pattern) { return found }
      start = found + 1
    }
    return nil
  }
}
