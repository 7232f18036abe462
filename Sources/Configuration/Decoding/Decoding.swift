import Text
import YAML

/// What is carried through the decoding of a file: the rules it is read by, and what was found.
struct Decoding {
  let placeholders: Placeholders
  /// Whose words for true and false count.
  let words: Scalar.Schema
  private(set) var findings: [Finding] = []
  /// How many of the errors spoil no more than the part that they stand in.
  private(set) var containedErrors = 0
  /// Keys that stand twice, as long as they are not reported.
  var repeatedKeys: [Document.RepeatedKey] = []

  init(placeholders: Placeholders = .none, words: Scalar.Schema) {
    self.placeholders = placeholders
    self.words = words
  }

  mutating func report(_ severity: Finding.Severity, _ message: String, at location: Location) {
    findings.append(Finding(severity, message, at: location))
  }

  mutating func error(_ message: String, at node: Node) {
    report(.error, message, at: node.location)
  }

  mutating func warn(_ message: String, at node: Node) {
    report(.warning, message, at: node.location)
  }

  mutating func note(_ message: String, at node: Node) {
    report(.note, message, at: node.location)
  }

  /// Errors that were found so far.
  var errors: [Finding] { findings.filter { $0.severity == .error } }

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
    reportRepeatedKeys(in: node.range)
    let value = shape.decode(node, &self)
    let faults = errors.dropFirst(before)
    containedErrors = contained + faults.count
    return (value, faults.first)
  }

  /// Reports the keys of a range of bytes that stand there again, each once.
  mutating func reportRepeatedKeys(in range: Range<Int>) {
    for key in repeatedKeys where range.contains(key.offset) {
      let message = "the key '\(key.name)' stands here again; first at line \(key.first.line)"
      report(.error, message, at: key.location)
    }
    repeatedKeys.removeAll { range.contains($0.offset) }
  }

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
