/// What a spec asks for, as npm-package-arg 11 tells the kinds apart.
indirect enum Requested {
  /// `*` or nothing: any version, prereleases too.
  case any
  case range(Range)
  case version(Version)
  /// A dist-tag such as `latest`.
  case tag(String)
  /// `npm:name@spec`.
  case alias(name: String, spec: String, Requested)
  /// A folder, by the path as written, without `file:`.
  case directory(String)
  /// A tarball in the repository, by the path as written.
  case file(String)
  /// A tarball's URL.
  case remote(String)
  case git(GitSpec)
  /// Nothing that npm accepts, and why.
  case unsupported(String)

  init(_ text: String) { self = Self.read(text, isAliased: false) }

  private static func read(_ text: String, isAliased: Bool) -> Requested {
    if isPath(text) || text.hasASCIIPrefix("file:") { return path(text) }
    if text.hasASCIIPrefix("npm:") {
      return isAliased
        ? .unsupported("nests an alias in an alias") : alias(String(text.dropFirst(4)))
    }
    if let git = GitSpec(text) { return .git(git) }
    if text.hasScheme {
      let isWeb = text.hasASCIIPrefix("http:") || text.hasASCIIPrefix("https:")
      return isWeb ? .remote(text) : .unsupported("has an URL of an unknown kind")
    }
    if text.contains("/") || isTarball(text) { return path(text) }
    return registry(text)
  }

  private static func alias(_ text: String) -> Requested {
    let at = text.dropFirst().firstIndex(of: "@")
    let name = at.map { String(text[..<$0]) } ?? text
    let spec = at.map { String(text[text.index(after: $0)...]) } ?? "*"
    switch read(spec, isAliased: true) {
    case let inner where inner.isRegistry: return .alias(name: name, spec: spec, inner)
    case .unsupported(let reason): return .unsupported(reason)
    default: return .unsupported("has an alias of something outside registries")
    }
  }

  private static func registry(_ text: String) -> Requested {
    let spec = text.trimmed
    if spec.isEmpty || spec == "*" { return .any }
    if let version = Version(spec, loose: true) { return .version(version) }
    if let range = Range(spec, loose: true) { return .range(range) }
    let isTag = spec.utf8.allSatisfy { $0.isPlainInURLs }
    return isTag ? .tag(spec) : .unsupported("has a tag with characters that tags cannot have")
  }

  private static func path(_ text: String) -> Requested {
    var path = text
    if path.hasASCIIPrefix("file:") { path = String(path.dropFirst(5)) }
    if path.hasPrefix("~") || path.contains("%") || path.contains("?") || path.contains("#") {
      return .unsupported("has a path with characters that file URLs treat apart")
    }
    if path.hasPrefix("//") {
      path = String(path.drop { $0 == "/" }.isEmpty ? "/" : "/" + path.drop { $0 == "/" })
    }
    if path.hasPrefix("/.") { path = String(path.dropFirst()) }
    return isTarball(path) ? .file(path) : .directory(path)
  }

  private static func isPath(_ text: String) -> Bool {
    if text.hasPrefix(".") || text.hasPrefix("/") || text.hasPrefix("~/") { return true }
    let start = text.utf8.prefix(2)
    return start.count == 2 && start.last == UInt8(ascii: ":") && start.first?.isLetter == true
  }

  private static func isTarball(_ text: String) -> Bool {
    let text = text.lowercased()
    return [".tgz", ".tar.gz", ".tar"].contains { text.hasSuffix($0) }
  }

  /// Returns the name that an alias stands for: `kit` of `npm:kit@^1.0.0`; nil for other specs.
  static func aliased(_ spec: String) -> String? {
    guard case .alias(let name, _, _) = Requested(spec) else { return nil }
    return name
  }

  var isRegistry: Bool {
    switch self {
    case .any, .range, .version, .tag, .alias: true
    default: false
    }
  }

  /// Whether a registry's version is one of those asked for; a tag admits none.
  func admits(_ version: Version) -> Bool {
    switch unaliased {
    case .any: true
    case .range(let range): range.contains(version)
    case .version(let wanted): wanted == version
    default: false
    }
  }

  /// What an alias stands for; everything else stands for itself.
  var unaliased: Requested {
    if case .alias(_, _, let inner) = self { inner } else { self }
  }
}

extension UInt8 {
  var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
  var isDecimal: Bool { self &- 0x30 < 10 }

  /// Whether `encodeURIComponent` leaves the byte alone.
  var isPlainInURLs: Bool { isLetter || isDecimal || "-_.!~*'()".utf8.contains(self) }
}

extension String {
  func hasASCIIPrefix(_ prefix: String) -> Bool {
    utf8.count >= prefix.utf8.count
      && zip(utf8, prefix.utf8).allSatisfy { $0 | 0x20 == $1 | 0x20 }
  }

  /// Whether the text begins as URLs do: letters, maybe after `git+`, and a colon.
  var hasScheme: Bool {
    let rest = hasASCIIPrefix("git+") ? utf8.dropFirst(4) : utf8[...]
    guard let colon = rest.firstIndex(of: UInt8(ascii: ":")) else { return false }
    return colon > rest.startIndex && rest[..<colon].allSatisfy(\.isLetter)
  }

  var trimmed: String {
    let isSpace: (Character) -> Bool = { $0.isWhitespace }
    let start = drop(while: isSpace)
    guard let end = start.lastIndex(where: { !isSpace($0) }) else { return "" }
    return String(start[...end])
  }
}
