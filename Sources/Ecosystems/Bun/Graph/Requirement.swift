import JavaScript

/// What an edge asks for.
enum Requirement: Hashable, Sendable {
  /// A range of versions of a registry's package.
  case range(package: String, BunRange)
  /// A dist-tag of a registry's package.
  case tag(package: String, String)
  /// A member of the workspace.
  case member(String)
  /// An entry of a catalog, whose name is empty for the default one.
  case catalog(String)
  /// A folder, by its path.
  case folder(String)
  /// A link, as it is written.
  case link(String)
  /// A tarball in the repository, by its path.
  case tarball(String)
  /// Anything else, with the reason as a predicate.
  case unsupported(String)

  /// Reads a requirement for a name.
  init(_ name: String, _ text: String) {
    let trimmed = text.trimmed
    if let path = trimmed.tail(after: "workspace:") {
      self = .member(path)
    } else if let catalog = trimmed.tail(after: "catalog:") {
      self = .catalog(catalog.trimmed)
    } else if let path = trimmed.tail(after: "link:") {
      self = .link(path)
    } else {
      self = Self.read(name, trimmed)
    }
  }

  private static func read(_ name: String, _ text: String) -> Requirement {
    let spec = PackageSpec(text)
    let package = spec.aliasedName ?? name
    switch spec.unaliased {
    case .any: return .range(package: package, .any)
    case .version(let version): return .range(package: package, .exact(version))
    case .range(let range): return .range(package: package, .range(range))
    case .tag(let tag): return .tag(package: package, tag)
    case .directory(let path): return .folder(path)
    case .file(let path): return .tarball(path)
    case .remote: return .unsupported("comes from a tarball")
    case .git: return .unsupported("comes from a git repository")
    case .unsupported(let reason): return .unsupported(reason)
    case .alias: return .unsupported("nests an alias in an alias")
    }
  }

  /// The registry's name; nil for other kinds.
  var package: String? {
    switch self {
    case .range(let package, _), .tag(let package, _): package
    default: nil
    }
  }

  /// Whether a version satisfies a range; false for other kinds.
  func admits(_ version: Version) -> Bool {
    if case .range(_, let range) = self { range.admits(version) } else { false }
  }
}

/// A range as Bun reads it.
enum BunRange: Hashable, Sendable {
  /// `*` or an empty text.
  case any
  case exact(Version)
  case range(Range)

  func admits(_ version: Version) -> Bool {
    switch self {
    case .any: !version.isPrerelease
    case .exact(let wanted): wanted == version
    case .range(let range): range.contains(version)
    }
  }

  /// Whether a pre-release is part of the range's text.
  var namesPrerelease: Bool {
    guard case .range(let range) = self else { return false }
    return range.text.split(whereSeparator: { $0 == " " || $0 == "|" }).contains { word in
      word.utf8.count > 1 && word.prefix { $0 != "+" }.contains("-")
    }
  }
}
