import JSON

/// The text of a value, parsed on demand.
struct Excerpt: Sendable {
  private enum Text {
    case whole([UInt8])
    /// A value in a document, and the members to keep when it is parsed; nil for all.
    case part(of: [UInt8], Swift.Range<UInt32>, keys: KeySet?)
    /// Fields of an object.
    case fields(FieldTexts, Swift.Range<UInt32>)
  }

  private let text: Text

  /// Creates an excerpt of a text that was not parsed.
  init(text: [UInt8]) {
    self.text = .whole(text)
  }

  /// Refers to a value in a document, which stays in memory, and to some members of an object; nil for
  /// all of the value.
  init(of document: [UInt8], _ range: Swift.Range<Int>, keeping keys: KeySet? = nil) {
    let range = UInt32(range.lowerBound)..<UInt32(range.upperBound)
    text = .part(of: document, range, keys: keys)
  }

  /// Refers to the fields of a version.
  init(of texts: FieldTexts, _ fields: Swift.Range<UInt32>) {
    text = .fields(texts, fields)
  }

  /// Copies a value.
  init(_ node: JSON.Node) {
    text = .whole(Array(node.text.utf8))
  }

  /// Copies some members of an object.
  init(_ object: JSON.Node, keeping keys: KeySet) {
    var text: [UInt8] = []
    _ = object.appendExcerpt(keys, to: &text)
    // The copy has no unused capacity.
    self.text = .whole(text.withUnsafeBufferPointer { Array($0) })
  }

  /// The size of a copied value, in bytes; 0 for a part of another text.
  var size: Int {
    if case .whole(let bytes) = text { bytes.count } else { 0 }
  }

  /// Parses the text.
  func parsed() throws(SyntaxError) -> JSON.Node {
    switch text {
    case .whole(let bytes): return try Self.root(of: bytes)
    case .fields(let texts, let fields): return try Self.root(of: texts.object(fields))
    case .part(let document, let range, let keys):
      let bytes = Array(document[Int(range.lowerBound)..<Int(range.upperBound)])
      guard let keys else { return try Self.root(of: bytes) }
      let projection = Projection(keeping: keys, visiting: Self.none, finding: Self.none) { _ in }
      return try Document(bytes, named: "packument", projecting: projection).root
    }
  }

  private static func root(of bytes: [UInt8]) throws(SyntaxError) -> JSON.Node {
    try Document(bytes, named: "packument").root
  }

  private static let none = KeySet([])
}
