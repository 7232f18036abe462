import Text

/// A package specifier, classified as npm-package-arg 11 (npm 10.8.2) does.
///
///     PackageSpec("^1.2.0")          // .range
///     PackageSpec("npm:kit@^1.0.0")  // .alias of kit
///     PackageSpec("github:npm/cli")  // .git
package indirect enum PackageSpec: Hashable, Sendable {
  /// `*` or an empty text.
  case any
  /// A range of versions such as `^1.2.0`; `1.x` is one too.
  case range(Range)
  /// One version, read with the loose grammar.
  case version(Version)
  /// A dist-tag such as `latest`.
  case tag(String)
  /// `npm:name@spec`; the last value is the parsed spec, `any` for `npm:name`.
  case alias(name: String, spec: String, PackageSpec)
  /// A folder, by its path without `file:`.
  case directory(String)
  /// A local tarball, by its path without `file:`.
  case file(String)
  /// The URL of a tarball.
  case remote(String)
  /// A git repository.
  case git(GitSpec)
  /// A text that npm rejects, with the reason as a predicate.
  case unsupported(String)

  /// Parses the value of a `dependencies` member, or a lock's `resolved`.
  package init(_ text: String) { self = Self.parse(text, isAliased: false) }

  private static func parse(_ text: String, isAliased: Bool) -> PackageSpec {
    if isPlainRange(text) { return registry(text) }
    if isPath(text) || text.hasASCIIPrefix("file:") { return path(text) }
    if text.hasASCIIPrefix("npm:") {
      return isAliased
        ? .unsupported("nests an alias in an alias") : alias(String(text.dropFirst(4)))
    }
    if let git = GitSpec(text) { return .git(git) }
    if text.hasScheme {
      let isWeb = text.hasASCIIPrefix("http:") || text.hasASCIIPrefix("https:")
      return isWeb ? .remote(text) : .unsupported("has a URL of an unknown kind")
    }
    if text.utf8.contains(UInt8(ascii: "/")) || isTarball(text) { return path(text) }
    return registry(text)
  }

  /// Whether the text has only digits, points, blanks and signs of ranges, and doesn't start with a point,
  /// as nearly all do.
  private static func isPlainRange(_ text: String) -> Bool {
    text.utf8.first != UInt8(ascii: ".")
      && text.utf8.allSatisfy { byte in
        switch byte {
        case ".", " ", "^", "<", "=", ">", "*", "|": true
        default: byte.isASCIIDigit
        }
      }
  }

  private static func alias(_ text: String) -> PackageSpec {
    let at = text.dropFirst().firstIndex(of: "@")
    let name = at.map { String(text[..<$0]) } ?? text
    let spec = at.map { String(text[text.index(after: $0)...]) } ?? "*"
    switch parse(spec, isAliased: true) {
    case let inner where inner.isRegistry: return .alias(name: name, spec: spec, inner)
    case .unsupported(let reason): return .unsupported(reason)
    default: return .unsupported("has an alias of a package that is not from a registry")
    }
  }

  private static func registry(_ text: String) -> PackageSpec {
    let spec = Whitespace.trimmed(text)
    if text.isEmpty || spec == "*" { return .any }
    if let version = Version(spec, loose: true) { return .version(version) }
    if let range = Range(spec, loose: true) { return .range(range) }
    let isTag = spec.utf8.allSatisfy(\.isUnreserved)
    return isTag ? .tag(spec) : .unsupported("has a tag with characters that tags cannot have")
  }

  private static func path(_ text: String) -> PackageSpec {
    var path = text
    if path.hasASCIIPrefix("file:") { path = String(path.dropFirst(5)) }
    if path.hasPrefix("~") || path.contains("%") || path.contains("?") || path.contains("#") {
      return .unsupported("has a path with characters that have a special meaning in file URLs")
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
    return start.count == 2 && start.last == UInt8(ascii: ":") && start.first?.isASCIILetter == true
  }

  private static func isTarball(_ text: String) -> Bool {
    let text = text.lowercased()
    return [".tgz", ".tar.gz", ".tar"].contains { text.hasSuffix($0) }
  }
}

extension PackageSpec {
  /// The registry's name of an aliased package: `kit` for `npm:kit@^1.0.0`; nil for other specs.
  package var aliasedName: String? {
    if case .alias(let name, _, _) = self { name } else { nil }
  }

  /// The spec after an alias's name; any other spec itself.
  package var unaliased: PackageSpec {
    if case .alias(_, _, let inner) = self { inner } else { self }
  }

  /// Whether a registry serves the package.
  package var isRegistry: Bool {
    switch self {
    case .any, .range, .version, .tag, .alias: true
    default: false
    }
  }

  /// Whether an installed version satisfies the spec, as Arborist's dep-valid.js decides.
  ///
  /// `*` accepts every version, pre-releases too; any other range accepts a pre-release only if it
  /// names one of the same three numbers. A tag accepts no version: it has no version of its own.
  package func admits(_ version: Version) -> Bool {
    switch unaliased {
    case .any: true
    case .range(let range): range.contains(version)
    case .version(let wanted): wanted == version
    default: false
    }
  }

  /// Whether npm-pick-manifest 9 considers a version besides the one tagged `latest`.
  ///
  /// Differs from `admits` for `*` alone: npm installs a pre-release for it only as `latest`, but
  /// keeps one that is installed.
  package func selects(_ version: Version) -> Bool {
    if case .any = unaliased { return !version.isPrerelease }
    return admits(version)
  }

  /// Whether npm-pick-manifest takes the version tagged `latest` even if it is a pre-release.
  ///
  /// True for `*` and for texts without content, which npm replaces by the default tag.
  package var takesAnyLatest: Bool {
    switch unaliased {
    case .any: true
    case .range(let range): range.text.isEmpty
    default: false
    }
  }
}

extension String {
  /// Whether the text starts with an ASCII text, in either case.
  package func hasASCIIPrefix(_ prefix: String) -> Bool {
    utf8.count >= prefix.utf8.count
      && zip(utf8, prefix.utf8).allSatisfy { $0 | 0x20 == $1 | 0x20 }
  }

  /// Whether the text starts with letters, optionally after `git+`, and a colon.
  var hasScheme: Bool {
    let rest = hasASCIIPrefix("git+") ? utf8.dropFirst(4) : utf8[...]
    guard let colon = rest.firstIndex(of: UInt8(ascii: ":")) else { return false }
    return colon > rest.startIndex && rest[..<colon].allSatisfy(\.isASCIILetter)
  }

  /// The text without white space at either end, as Swift's `Character.isWhitespace` defines it.
  package var trimmed: String {
    let isSpace: (Character) -> Bool = { $0.isWhitespace }
    let start = drop(while: isSpace)
    guard let end = start.lastIndex(where: { !isSpace($0) }) else { return "" }
    return String(start[...end])
  }
}
