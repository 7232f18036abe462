/// Header fields in order; names compare without case, as RFC 9110 has it.
package struct Headers: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// One line of a header.
  package struct Field: Hashable, Sendable {
    /// As it was spelled; compared without case.
    package var name: String
    /// Without the blanks around it; a name that stands twice makes two fields.
    package var value: String

    /// Pairs a name with its value.
    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// In the order in which they came or go out, repeated names included.
  package var fields: [Field]

  /// Keeps the order of `fields`.
  package init(_ fields: [Field]) {
    self.fields = fields
  }

  /// Keeps the order of the literal, and a name twice where it is written twice.
  package init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { Field($0, $1) }
  }

  /// The first value of a name; setting it replaces all values of that name.
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

  /// All values of a name, in their order.
  package func values(_ name: String) -> [String] {
    let wanted = name.lowercased()
    return fields.filter { $0.name.lowercased() == wanted }.map(\.value)
  }
}
