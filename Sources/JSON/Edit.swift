package import Text

/// Edits of a document as replacements that follow the surrounding formatting.
///
/// Each method returns a separate replacement. Several replacements in one container can overlap,
/// which `SourceText.applying` refuses.
extension Node {
  /// Replaces this value by another.
  package func replaced(by value: Value) -> Replacement {
    replacement(range, written(value, margin: lineIndent(at: range.lowerBound)))
  }

  /// Adds a member to an object.
  ///
  /// - Parameters:
  ///   - key: a key that the object doesn't have.
  ///   - value: the new value.
  ///   - isSorted: inserts the member before the first greater key if the keys are in order.
  /// - Returns: nil unless the node is an object without that key.
  package func inserting(_ key: String, _ value: Value, isSorted: Bool = false) -> Replacement? {
    guard kind == .object, member(key) == nil else { return nil }
    let members = Array(writtenMembers)
    let next = isSorted && isInOrder(members) ? members.firstIndex { $0.key > key } : nil
    return inserting(at: next ?? members.count, among: members.map(\.range)) { margin in
      var writer = Writer(style: style, margin: margin)
      writer.quote(key)
      writer.result += (members.first.map(colon) ?? style.colon).utf8
      writer.write(value)
      return String(decoding: writer.result, as: UTF8.self)
    }
  }

  /// Appends an element to an array; nil unless the node is an array.
  package func appending(_ value: Value) -> Replacement? {
    guard kind == .array else { return nil }
    let ranges = elements.map(\.range)
    return inserting(at: ranges.count, among: ranges) { written(value, margin: $0) }
  }

  /// Removes a member from an object, with its comma; nil if it does not exist.
  package func removing(_ key: String) -> Replacement? {
    let members = Array(writtenMembers)
    guard let member = member(key),
      let index = members.firstIndex(where: { $0.index == member.index })
    else { return nil }
    return removing(at: index, among: members.map(\.range))
  }

  /// Removes an element from an array, with its comma; nil if it does not exist.
  package func removing(at position: Int) -> Replacement? {
    let ranges = elements.map(\.range)
    return ranges.indices.contains(position) ? removing(at: position, among: ranges) : nil
  }

  private func removing(at index: Int, among items: [Range<Int>]) -> Replacement {
    if items.count == 1 { return replacement(range.lowerBound + 1..<range.upperBound - 1, "") }
    if index + 1 < items.count {
      return replacement(items[index].lowerBound..<items[index + 1].lowerBound, "")
    }
    return replacement(items[index - 1].upperBound..<items[index].upperBound, "")
  }

  private func inserting(
    at index: Int, among items: [Range<Int>], _ text: (_ margin: String) -> String
  ) -> Replacement {
    guard let first = items.first else { return filling(text) }
    let margin = lineIndent(at: first.lowerBound)
    let separator = separator(items)
    if index < items.count {
      let start = items[index].lowerBound
      return replacement(start..<start, text(margin) + "," + separator)
    }
    let end = items[items.count - 1].upperBound
    return replacement(end..<end, "," + separator + text(margin))
  }

  /// Adds the first item to an empty container.
  private func filling(_ text: (_ margin: String) -> String) -> Replacement {
    let inside = range.lowerBound + 1..<range.upperBound - 1
    guard let indent = style.indent else { return replacement(inside, text("")) }
    let outer = lineIndent(at: range.lowerBound)
    let lead = style.newline + outer + indent
    return replacement(inside, lead + text(outer + indent) + style.newline + outer)
  }

  private func separator(_ items: [Range<Int>]) -> String {
    if items.count > 1 { return space(before: items[1].lowerBound) }
    let lead = space(before: items[0].lowerBound)
    return lead.contains { $0.isNewline } || style.colon == ":" ? lead : " "
  }

  private func isInOrder(_ members: [Member]) -> Bool {
    zip(members, members.dropFirst()).allSatisfy { $0.key < $1.key }
  }

  private func written(_ value: Value, margin: String) -> String {
    var writer = Writer(style: style, margin: margin)
    writer.write(value)
    return String(decoding: writer.result, as: UTF8.self)
  }

  private func replacement(_ range: Range<Int>, _ text: String) -> Replacement {
    Replacement(file: storage.source.file, range: range, text: text)
  }
}
