import Text

/// Limits which parts of a large document stay on its tape.
///
/// The tape of a document takes about 1.3 times the document's size. With a projection it takes as
/// much as the kept members. All parts are still validated.
///
///     let versions = Projection(
///       keeping: KeySet(["name"]), visiting: KeySet(["versions"]), finding: KeySet(["deprecated"])
///     ) { member in
///       print(member.key, member.fields.map(\.value))
///     }
///     let name = try Document(bytes, named: "packument", projecting: versions).root["name"]
package struct Projection {
  let kept: KeySet
  let visited: KeySet
  let fields: KeySet
  let visit: (VisitedMember) -> Void

  /// Creates a projection.
  ///
  /// - Parameters:
  ///   - kept: the members of the root object that stay on the tape with all their contents.
  ///   - visited: the members of the root object, themselves objects, whose members are visited.
  ///     They stay on the tape with their keys; their arrays and objects become empty.
  ///   - fields: the keys to find in the members of visited objects.
  ///   - visit: called for each member of a visited object, in order, duplicate keys included.
  package init(
    keeping kept: KeySet, visiting visited: KeySet, finding fields: KeySet,
    _ visit: @escaping (VisitedMember) -> Void
  ) {
    self.kept = kept
    self.visited = visited
    self.fields = fields
    self.visit = visit
  }
}

/// A member of an object that a projection visits.
package struct VisitedMember {
  /// The offset of the object's first byte: equal to its node's `range.lowerBound`.
  package let object: Int
  /// The decoded key.
  package let key: String
  /// Whether the value is an object.
  package let isObject: Bool
  /// The bytes of the value.
  package let range: Range<Int>
  /// The members of the value with the projection's fields as keys, in order.
  package let fields: [VisitedField]
}

/// A member with one of the keys that a projection finds.
package struct VisitedField {
  /// The place of the key in the projection's set.
  package let index: Int
  /// The bytes from the key's quote to the end of the value.
  package let range: Range<Int>
  /// The bytes of the value.
  package let value: Range<Int>
}

extension Document {
  /// Parses bytes and keeps only the parts that a projection selects.
  ///
  /// - Parameters:
  ///   - bytes: a complete JSON text.
  ///   - name: the name in errors, such as a URL without its secrets.
  ///   - options: limits and leniencies.
  ///   - projection: the parts to keep and to visit.
  /// - Throws: `SyntaxError` at the first invalid byte; some members were visited by then.
  package init(
    _ bytes: [UInt8], named name: String, options: Options = .lenient,
    projecting projection: Projection
  ) throws(SyntaxError) {
    let source = SourceText(file: name, bytes: bytes)
    self.init(
      storage: Storage(source: source, tape: try Parser.tape(of: source, options, projection)))
  }
}

extension Parser {
  /// Whether an object that starts now, as the value of the last key, is visited.
  func isVisited(_ kind: Entry.Kind) -> Bool {
    guard let projection, kind == .object, let key = tape.last, key.kind == .key else {
      return false
    }
    return projection.visited.contains(key, bytes)
  }

  /// Skips the value of the last key, a member of the root object, unless the projection selects it.
  ///
  /// - Returns: whether the member was skipped, and its key removed.
  mutating func dropUnselected(_ projection: Projection) throws(Failure) -> Bool {
    guard let key = tape.last, !projection.kept.contains(key, bytes),
      !projection.visited.contains(key, bytes)
    else { return false }
    tape.removeLast()
    try skipValue()
    return true
  }

  /// Visits the member with the last key, and enters its value without contents.
  mutating func visitMember(of object: Int, _ projection: Projection) throws(Failure) {
    let start = position
    let key = tape[tape.count - 1].text(in: bytes)
    foundFields.removeAll(keepingCapacity: true)
    let kind: Entry.Kind? =
      switch position < end ? bytes[position] : 0 {
      case "{": .object
      case "[": .array
      default: nil
      }
    if let kind {
      try skipValue(finding: projection.fields)
      append(kind, from: start, to: position)
      tape[tape.count - 1].link = UInt32(truncatingIfNeeded: tape.count)
    } else {
      try value()
    }
    projection.visit(
      VisitedMember(
        object: Int(tape[object].start), key: key, isObject: kind == .object,
        range: start..<position, fields: foundFields))
  }
}

extension KeySet {
  fileprivate func contains(_ key: Entry, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    key.isMarked ? contains(key.text(in: bytes).utf8) : contains(bytes[key.content])
  }
}
