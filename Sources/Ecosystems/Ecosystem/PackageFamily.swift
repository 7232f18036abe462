import Text

/// Packages that one repository releases together.
///
/// A package belongs to a family if its name matches, and the registry says that it is developed in the
/// family's repository.
package struct PackageFamily: Hashable, Sendable {
  /// The name of the family, and of the group of its updates: `babel`.
  package var name: String
  /// Names with `*` for any text.
  package var patterns: [String]
  /// The repository, which is also the source of this entry: `github.com/babel/babel`.
  package var repository: String

  /// Describes a family.
  package init(_ name: String, _ patterns: [String], _ repository: String) {
    self.name = name
    self.patterns = patterns
    self.repository = repository
  }

  /// Whether one of the addresses that a registry states leads to the repository.
  ///
  /// - Parameter addresses: in any spelling: `git+https://github.com/babel/babel.git`, `babel/babel`,
  ///   `https://github.com/rails/rails/tree/v7.1.0/activerecord`.
  /// - Returns: false for other addresses, and without any.
  package func isDeveloped(at addresses: [String]) -> Bool {
    addresses.contains { Self.repository(at: $0) == repository.lowercased() }
  }

  /// The host and the first two parts of the path, in lowercase; nil for other addresses.
  private static func repository(at address: String) -> String? {
    var text = address.lowercased()
    if text.hasPrefix("git+") { text.removeFirst(4) }
    if text.hasPrefix("github:") { text = "https://github.com/" + text.dropFirst(7) }
    if !text.contains(":"), text.slashParts().count == 2 {
      text = "https://github.com/" + text
    }
    let plain = text.prefix { $0 != "#" && $0 != "?" }
    guard let found = repositoryAddress(String(plain)) else { return nil }
    let parts = found.slashParts()
    guard parts.count >= 3 else { return nil }
    let host = parts[0].hasPrefix("www.") ? parts[0].dropFirst(4) : parts[0]
    let name = parts[2].hasSuffix(".git") ? parts[2].dropLast(4) : parts[2]
    return "\(host)/\(parts[1])/\(name)"
  }
}
