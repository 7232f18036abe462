import Text

/// Limits which parts of a large document stay on its tape.
///
/// The tape of a document takes about 1.3 times the document's size. With a projection it takes as
/// much as the kept members and one visited member. All parts are still validated.
///
///     let versions = Projection(keeping: KeySet(["name"]), visiting: KeySet(["versions"])) { member in
///       print(member.key, member.value["deprecated"]?.string)
///     }
///     let name = try Document(bytes, named: "packument", projecting: versions).root["name"]
package struct Projection {
  let kept: KeySet
  let visited: KeySet
  let visit: (VisitedMember) -> Void

  /// Creates a projection.
  ///
  /// - Parameters:
  ///   - kept: the members of the root object that stay on the tape with all their contents.
  ///   - visited: the members of the root object, themselves objects, whose members are visited.
  ///     They stay on the tape with their keys; their arrays and objects become empty.
  ///   - visit: called for each member of a visited object, in order, duplicate keys included.
  package init(
    keeping kept: KeySet, visiting visited: KeySet, _ visit: @escaping (VisitedMember) -> Void
  ) {
    self.kept = kept
    self.visited = visited
    self.visit = visit
  }
}

/// A member of an object that a projection visits.
package struct VisitedMember {
  /// The offset of the object's first byte: equal to its node's `range.lowerBound`.
  package let object: Int
  /// The decoded key.
  package let key: String
  /// The value with all its contents.
  package let value: Node
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

  /// Removes a complete member of the root object unless the projection selects it.
  mutating func dropUnselected(valueAt index: Int) {
    let key = tape[index - 1]
    guard let projection, !projection.kept.contains(key, bytes),
      !projection.visited.contains(key, bytes)
    else { return }
    tape.removeSubrange((index - 1)...)
  }

  /// Visits a complete member of an object and removes the contents of its value.
  mutating func visit(valueAt index: Int, of object: Int) {
    guard let projection else { return }
    let contents = tape[index...].map { entry in
      var entry = entry
      if entry.isContainer { entry.link -= UInt32(truncatingIfNeeded: index) }
      return entry
    }
    let node = Node(storage: Storage(source: source, tape: contents), index: 0)
    projection.visit(
      VisitedMember(
        object: Int(tape[object].start), key: tape[index - 1].text(in: bytes), value: node))
    tape.removeSubrange((index + 1)...)
    if tape[index].isContainer { tape[index].link = UInt32(truncatingIfNeeded: index + 1) }
  }
}

extension KeySet {
  fileprivate func contains(_ key: Entry, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    key.isMarked ? contains(key.text(in: bytes).utf8) : contains(bytes[key.content])
  }
}
