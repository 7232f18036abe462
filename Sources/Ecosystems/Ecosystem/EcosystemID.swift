/// Identifies an ecosystem in projects, update keys, branch names, JSON and the database.
///
/// Databases and branches of earlier versions contain it, so it must never change. The configuration
/// uses words of its own: see `EcosystemDescription.words`.
///
///     EcosystemID("npm")
package struct EcosystemID: RawRepresentable, Codable, Hashable, Sendable {
  /// Stands for several ecosystems in keys and branch names, so that no ecosystem may use it.
  package static let several = "multi"

  /// Lowercase letters, digits and hyphens.
  package let rawValue: String

  /// Creates an identifier that is known to be valid, such as a literal.
  package init(_ rawValue: StaticString) {
    self.rawValue = "\(rawValue)"
  }

  /// Parses an identifier that was stored; nil for other texts, and for `several`.
  package init?(rawValue: String) {
    let isValid = rawValue.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
    }
    guard isValid, !rawValue.isEmpty, rawValue != Self.several else { return nil }
    self.rawValue = rawValue
  }
}

extension EcosystemID: CustomStringConvertible {
  /// The raw value.
  package var description: String { rawValue }
}
