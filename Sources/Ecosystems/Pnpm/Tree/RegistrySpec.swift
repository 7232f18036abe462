import JavaScript

/// A requirement on a package of a registry: `parseBareSpecifier.ts` of pnpm 10.
struct RegistrySpec: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case version(String)
    /// The range and its canonical form.
    case range(Range, String)
    case tag(String)
  }

  /// The registry's name of the package.
  var name: String
  var kind: Kind

  /// Parses a requirement; nil for one that no registry serves.
  ///
  /// - Parameters:
  ///   - text: the requirement.
  ///   - alias: the name in the manifest.
  ///   - classify: returns the kind of a requirement without alias.
  init?(_ text: String, alias: String, classify: (String) -> Kind? = Self.kind(of:)) {
    var name = alias
    var text = text
    if text.hasPrefix("npm:") {
      text = String(text.dropFirst(4))
      if let at = text.lastIndex(of: "@"), at != text.startIndex {
        name = String(text[..<at])
        text = String(text[text.index(after: at)...])
      } else {
        name = text
        text = "latest"
      }
    }
    guard let kind = classify(text) else { return nil }
    self.name = name
    self.kind = kind
  }

  /// Classifies a text as version-selector-type 3 does.
  static func kind(of text: String) -> Kind? {
    let trimmed = text.trimmed
    if !trimmed.isEmpty, let version = Version(trimmed, loose: true) {
      return .version(version.description)
    }
    if let range = Range(text, loose: true) { return .range(range, range.canonical) }
    let isPlain = text.utf8.allSatisfy { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "-_.!~*'()".utf8.contains(byte)
    }
    return isPlain ? .tag(text) : nil
  }

  /// Splits the alias `npm:name@range`: `unwrapPackageName.ts`.
  static func unwrap(_ alias: String, _ text: String) -> (name: String, requirement: String) {
    guard text.hasPrefix("npm:") else { return (alias, text) }
    let rest = text.dropFirst(4)
    guard let at = rest.lastIndex(of: "@"), at != rest.startIndex else {
      return (String(rest), "*")
    }
    return (String(rest[..<at]), String(rest[rest.index(after: at)...]))
  }
}

/// Versions that are preferred where a range allows several, by package and selector.
struct PreferredSelector: Hashable, Sendable {
  enum Kind: Hashable, Sendable { case version, range, tag }

  var kind: Kind
  var weight = 1

  /// The weight of the requirements and versions of direct dependencies.
  static let direct = 1000
  /// The weight of versions of the lock in pnpm 11.
  static let locked = 1_000_000
}

/// Preferred versions with those of the parents in the tree.
final class PreferredVersions {
  private let parent: PreferredVersions?
  private var own: [String: [String: PreferredSelector]] = [:]

  init(_ parent: PreferredVersions? = nil) {
    self.parent = parent
  }

  /// Replaces the selectors of a package.
  convenience init(_ parent: PreferredVersions, only version: String, of name: String) {
    self.init(parent)
    own[name] = [version: PreferredSelector(kind: .version)]
  }

  /// Leaves out the versions of the lock of a package, as pnpm 11 does for one that is updated.
  convenience init(_ parent: PreferredVersions, unlocking name: String) {
    self.init(parent)
    var selectors = parent[name] ?? [:]
    for (text, selector) in selectors where selector.weight >= PreferredSelector.locked {
      selectors[text]?.weight -= PreferredSelector.locked
      if selector.weight == PreferredSelector.locked { selectors[text] = nil }
    }
    own[name] = selectors
  }

  /// Adds to the weight of a version.
  func raise(_ version: String, by weight: Int, of name: String) {
    if own[name] == nil { own[name] = parent?[name] ?? [:] }
    if own[name]?[version] == nil {
      own[name]?[version] = PreferredSelector(kind: .version, weight: weight)
    } else {
      own[name]?[version]?.weight += weight
    }
  }

  /// The selectors of a package.
  subscript(name: String) -> [String: PreferredSelector]? {
    var next: PreferredVersions? = self
    while let here = next {
      if let found = here.own[name] { return found }
      next = here.parent
    }
    return nil
  }

  /// Adds a selector unless there is one of this text.
  func add(_ selector: String, _ value: PreferredSelector, of name: String) {
    if own[name] == nil { own[name] = parent?[name] ?? [:] }
    if own[name]?[selector] == nil { own[name]?[selector] = value }
  }
}
