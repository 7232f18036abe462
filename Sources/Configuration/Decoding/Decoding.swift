import Text
import YAML

/// What is carried through the decoding of a file: the rules it is read by, and what was found.
struct Decoding {
  let placeholders: Placeholders
  /// Whose words for true and false count.
  let words: Scalar.Schema
  /// Whether missing keys are in another file that isn't read: a preset, or a file that uses one.
  var isPartial = false
  private(set) var findings: [Finding] = []
  /// Errors that were found so far, those that `findings` has no room for included.
  private(set) var errors: [Finding] = []
  /// How many of the errors spoil no more than the part that they stand in.
  private(set) var containedErrors = 0
  /// More findings than this are only counted.
  private static let findingLimit = 1_000

  init(placeholders: Placeholders = .none, words: Scalar.Schema) {
    self.placeholders = placeholders
    self.words = words
  }

  mutating func report(_ severity: Finding.Severity, _ message: String, at location: Location) {
    let finding = Finding(severity, message, at: location)
    if severity == .error { errors.append(finding) }
    if findings.count < Self.findingLimit {
      findings.append(finding)
    } else if findings.count == Self.findingLimit {
      findings.append(Finding(.note, "further findings are left out", at: location))
    }
  }

  /// Whether there is no room for another finding.
  var isFull: Bool { findings.count > Self.findingLimit }

  mutating func error(_ message: String, at node: Node) {
    report(.error, message, at: node.location)
  }

  mutating func warn(_ message: String, at node: Node) {
    report(.warning, message, at: node.location)
  }

  mutating func note(_ message: String, at node: Node) {
    report(.note, message, at: node.location)
  }

  /// Lets the file be used in spite of errors, whose part is left out.
  mutating func contain(_ errors: Int) {
    containedErrors += errors
  }

  /// Decodes a part of the file whose mistakes leave the rest in force.
  ///
  /// - Returns: the value as far as it could be read, and the first mistake in it.
  mutating func containing<Value>(
    _ node: Node, _ shape: Shape<Value>
  ) -> (value: Value?, fault: Finding?) {
    let (before, contained) = (errors.count, containedErrors)
    let value = shape.decode(node, &self)
    let faults = errors.dropFirst(before)
    containedErrors = contained + faults.count
    return (value, faults.first)
  }

  /// Reports keys that their mappings have already.
  mutating func report(_ keys: [Document.RepeatedKey], as severity: Finding.Severity) {
    for key in keys {
      let which = severity == .error ? "" : "; this value counts"
      let message = "the key '\(key.name)' is repeated, first at line \(key.first.line)\(which)"
      report(severity, message, at: key.location)
    }
  }

  /// Whether the file's values may have placeholders.
  var hasPlaceholders: Bool {
    if case .none = placeholders { false } else { true }
  }

  /// Whether a text still has a placeholder, so that nothing can be said of its form.
  func leavesOpen(_ text: String) -> Bool { (try? placeholders.expand(text))?.isOpen ?? false }

  /// Reports that a value is of another form; shows it as it is written, before placeholders.
  mutating func expected(_ what: String, _ node: Node, hidden: Bool = false) {
    error("expected \(what), found \(hidden ? "something else" : describe(node))", at: node)
  }

  /// Reads a scalar with its placeholders resolved; nil, and reported, where it is none.
  mutating func scalar(_ node: Node, expecting what: String, hidden: Bool = false) -> Expanded? {
    guard let scalar = node.scalar, !scalar.isNull else {
      expected(what, node, hidden: hidden)
      return nil
    }
    do { return try placeholders.expand(scalar.text) } catch {
      self.error(error.message, at: node)
      return nil
    }
  }

  private func describe(_ node: Node) -> String {
    switch node.content {
    case .sequence: "a list"
    case .mapping: "a mapping"
    case .scalar(let scalar) where scalar.isNull: "nothing"
    case .scalar(let scalar):
      "'\(scalar.text.prefix(60).replacing("\n", with: " "))\(scalar.text.count > 60 ? "…" : "")'"
    }
  }
}
