import Text
import YAML

/// The state of decoding a file: the rules, and the findings so far.
struct Decoding {
  let placeholders: Placeholders
  /// The words for true and false.
  let schema: Scalar.Schema
  /// Whether missing keys are in another file that isn't read: a preset, or a file that uses one.
  var isPartial = false
  private(set) var findings: [Finding] = []
  /// The errors so far, including those that exceed the limit of `findings`.
  private(set) var errors: [Finding] = []
  /// The number of errors that only affect their part of the file.
  private(set) var containedErrors = 0
  /// More findings than this are only counted.
  private static let findingLimit = 1_000

  init(placeholders: Placeholders = .none, schema: Scalar.Schema) {
    self.placeholders = placeholders
    self.schema = schema
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

  /// Allows the file to be used despite errors; their part is not used.
  mutating func contain(_ errors: Int) {
    containedErrors += errors
  }

  /// Decodes a part of the file; its mistakes don't affect the rest.
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

  /// Reports repeated keys.
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

  /// Whether a text still has a placeholder, so that its format can't be checked.
  func leavesOpen(_ text: String) -> Bool { (try? placeholders.expand(text))?.isOpen ?? false }

  /// Reports a value with the wrong format, as written in the file.
  ///
  /// - Parameters:
  ///   - what: the expected value.
  ///   - node: the value.
  ///   - hidden: whether the value may be a secret.
  ///   - reason: a sentence about the part that is wrong; nil: all of the value.
  mutating func expected(
    _ what: String, _ node: Node, hidden: Bool = false, because reason: String? = nil
  ) {
    let found = hidden ? "something else" : describe(node)
    error("expected \(what), found \(found)\(reason.map { ": \($0)" } ?? "")", at: node)
  }

  /// Reads a scalar and resolves its placeholders; reports any other value and returns nil.
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
