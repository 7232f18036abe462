import Text

extension Document {
  /// The document's formatting, as detected from its first member.
  package var style: Style { root.style }
}

extension Node {
  /// The formatting at this node; a container on one line has no indentation.
  var style: Style {
    let bytes = storage.source.bytes
    let isSpread = bytes[range].contains(UInt8(ascii: "\n"))
    let isWholeSpread = bytes.dropLast().contains(UInt8(ascii: "\n"))
    let isMultiline = isSpread || (isWholeSpread && Array(writtenMembers).isEmpty && isEmptyArray)
    let first = firstMember
    return Style(
      dialect: .javaScript, indent: isMultiline ? indentUnit : nil, newline: newline,
      colon: first.map(colon) ?? ": ")
  }

  private var isEmptyArray: Bool { elements.first { _ in true } == nil }

  /// The first member of this object, or otherwise of the root.
  private var firstMember: Member? {
    var own = writtenMembers
    if let member = own.next() { return member }
    var members = Node(storage: storage, index: 0).writtenMembers
    return members.next()
  }

  private var newline: String {
    let bytes = storage.source.bytes
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")), end > 0 else { return "\n" }
    return bytes[end - 1] == UInt8(ascii: "\r") ? "\r\n" : "\n"
  }

  /// The indentation of the root's first item.
  private var indentUnit: String {
    guard storage.tape.count > 1 else { return "  " }
    let unit = lineIndent(at: Int(storage.tape[1].start))
    return unit.isEmpty ? "  " : unit
  }

  /// Returns the text between a member's key and its value.
  func colon(of member: Member) -> String {
    storage.source[member.keyRange.upperBound..<member.value.range.lowerBound]
  }

  /// Returns the spaces and tabs at the start of the line of `offset`.
  func lineIndent(at offset: Int) -> String {
    let bytes = storage.source.bytes
    let line = bytes[..<offset].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let indent = bytes[line..<offset].prefix { $0 == 0x20 || $0 == 0x09 }
    return storage.source[indent.startIndex..<indent.endIndex]
  }

  /// Returns the white space directly before `offset`.
  func space(before offset: Int) -> String {
    let bytes = storage.source.bytes
    let start = bytes[..<offset].lastIndex { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } ?? -1
    return storage.source[start + 1..<offset]
  }
}
