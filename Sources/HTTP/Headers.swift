/// Header fields in order; names are case-insensitive (RFC 9110).
package struct Headers: Hashable, Codable, Sendable, ExpressibleByDictionaryLiteral {
  /// One header field.
  package struct Field: Hashable, Codable, Sendable {
    /// The name in its original spelling; compared case-insensitively.
    package var name: String
    /// The value without surrounding white space; a repeated name has several fields.
    package var value: String

    /// Creates a field.
    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The fields in order, including repeated names.
  package var fields: [Field]

  /// Creates headers from fields in order.
  package init(_ fields: [Field]) {
    self.fields = fields
  }

  /// Creates headers in the order of the literal, including repeated names.
  package init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { Field($0, $1) }
  }

  /// The first value of a name; setting it replaces all values of the name.
  package subscript(name: String) -> String? {
    get { fields.first { $0.isNamed(name) }?.value }
    set {
      fields.removeAll { $0.isNamed(name) }
      if let newValue { fields.append(Field(name, newValue)) }
    }
  }

  /// Returns all values of a name in order.
  package func values(_ name: String) -> [String] {
    fields.filter { $0.isNamed(name) }.map(\.value)
  }
}

extension Headers.Field {
  /// Whether the field has a name, which consists of ASCII characters (RFC 9110 section 5.6.2).
  fileprivate func isNamed(_ other: String) -> Bool {
    name.utf8.count == other.utf8.count
      && name.utf8.elementsEqual(other.utf8) { $0 == $1 || $0.lowercase == $1.lowercase }
  }
}

extension UInt8 {
  /// The small letter of a capital letter of ASCII; other bytes are unchanged.
  fileprivate var lowercase: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
