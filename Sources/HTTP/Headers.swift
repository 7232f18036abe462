/// Header fields in order; names are case-insensitive (RFC 9110).
package struct Headers: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// One header field.
  package struct Field: Hashable, Sendable {
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
    get {
      let wanted = name.lowercased()
      return fields.first { $0.name.lowercased() == wanted }?.value
    }
    set {
      let wanted = name.lowercased()
      fields.removeAll { $0.name.lowercased() == wanted }
      if let newValue { fields.append(Field(name, newValue)) }
    }
  }

  /// Returns all values of a name in order.
  package func values(_ name: String) -> [String] {
    let wanted = name.lowercased()
    return fields.filter { $0.name.lowercased() == wanted }.map(\.value)
  }
}
