package import Ecosystem
package import Text

/// A project's `.npmrc`, as npm's ini parser reads it.
///
/// The values of environment variables are unknown, so a setting that uses one has no value.
/// Credentials in a repository are ignored; they belong in the operator's configuration.
///
///     registry = https://npm.example.org/
///     @acme:registry = https://npm.acme.example/
package struct Settings: Hashable, Sendable {
  /// A line with a setting.
  package struct Entry: Hashable, Sendable {
    /// The key without quotes and escapes: `registry`, `@acme:registry`, `//host/:_authToken`.
    package var key: String
    /// The value; nil if it uses an environment variable.
    package var value: String?
    /// The start of the line's text.
    package var location: Location
  }

  /// The settings in the order of the file.
  package let entries: [Entry]
  /// The operator's registries by scope, for scopes without a registry in the file.
  ///
  /// That of the empty scope is the repository's default registry, unless the file has `registry`.
  package var scopes: [String: String] = [:]

  /// The largest accepted file, in bytes; real ones have a few hundred.
  package static let sizeLimit = 1 << 16

  /// Settings without a file: npm's defaults.
  package static let none = Settings(SourceText(file: ".npmrc", ""))

  /// Parses a file.
  package init(_ source: SourceText) {
    var entries: [Entry] = []
    var isInSection = false
    for line in source.bytes.lines {
      let text = Whitespace.trimmed(String(decoding: line, as: UTF8.self))
      if text.isEmpty || text.hasPrefix(";") || text.hasPrefix("#") { continue }
      isInSection = isInSection || text.hasPrefix("[")
      if isInSection { continue }
      let blanks = line.prefix { $0.isASCIISpace }.count
      entries.append(Entry(text, source.location(at: line.startIndex + blanks)))
    }
    self.entries = entries
  }

  /// The last value of a key; nil if it is absent or unknown.
  package subscript(key: String) -> String? { entries.last { $0.key == key }?.value }

  /// Whether a key has the value `true`.
  package func isOn(_ key: String) -> Bool { self[key] == "true" }

  /// The ignored credentials and the settings with unknown values.
  package var findings: [Problem] {
    entries.compactMap { entry in
      if entry.isCredential {
        return Problem(
          .refused, "contains a credential, which is ignored", subject: entry.key,
          at: entry.location, advice: "configure it in the operator's file, under registries")
      }
      guard entry.value == nil else { return nil }
      return Problem(
        .refused, "takes its value from an environment variable, which is unknown",
        subject: entry.key,
        at: entry.location)
    }
  }
}

extension Settings {
  /// npm's default registry.
  package static let defaultRegistry = "https://registry.npmjs.org"

  /// Returns the URL of a package's registry without a final slash.
  ///
  /// - Throws: `Problem` if the URL is unknown, not a web address or contains a password.
  package func registry(for name: PackageName) throws(Problem) -> String {
    if let entry = name.scope.flatMap({ entry("\($0):registry") }) { return try entry.url }
    if var url = name.scope.flatMap({ scopes[$0] }) {
      while url.hasSuffix("/") { url.removeLast() }
      return url
    }
    if let entry = entry("registry") { return try entry.url }
    guard var url = scopes[""] else { return Settings.defaultRegistry }
    while url.hasSuffix("/") { url.removeLast() }
    return url
  }

  /// Returns the last line of a key, unless its value is empty.
  private func entry(_ key: String) -> Entry? {
    entries.last { $0.key == key }.flatMap { $0.value == "" ? nil : $0 }
  }

  /// Whether the package's scope has a registry other than the public ones.
  package func isPrivate(_ name: PackageName) -> Bool {
    guard let scope = name.scope, entry("\(scope):registry") != nil || scopes[scope] != nil else {
      return false
    }
    guard let url = try? registry(for: name) else { return true }
    return !Settings.publicRegistries.contains(url.lowercased())
  }

  private static let publicRegistries: Set<String> = [
    defaultRegistry, "http://registry.npmjs.org", "https://registry.npmjs.com",
    "https://registry.yarnpkg.com",
  ]
}

extension Settings.Entry {
  /// Splits a line at its first equals sign; a key without a value is `true`.
  fileprivate init(_ line: String, _ location: Location) {
    let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    key = IniText.plain(parts[0])
    let text = parts.count > 1 ? IniText.plain(parts[1]) : "true"
    value = text.contains("${") || key.contains("${") ? nil : text
    self.location = location
  }

  /// Whether the value is a secret or the path of one.
  fileprivate var isCredential: Bool {
    let name = key.split(separator: ":").last.map(String.init) ?? key
    let secrets = [
      "_authToken", "_auth", "_password", "username", "email", "certfile", "keyfile", "cert", "key",
    ]
    return secrets.contains(name) && (key.hasPrefix("//") || name.hasPrefix("_"))
  }

  fileprivate var url: String {
    get throws(Problem) {
      guard var url = value else {
        throw Problem(
          .refused, "takes its value from an environment variable, which is unknown", subject: key,
          at: location)
      }
      let scheme = url.lowercased()
      guard scheme.hasPrefix("https://") || scheme.hasPrefix("http://") else {
        throw Problem(
          .refused, "names a registry that is not a web address", subject: key, at: location)
      }
      let authority = url.slashParts(maxSplits: 2).dropFirst().first ?? ""
      guard !authority.contains("@") else {
        throw Problem(
          .refused, "names a registry with a password in its address", subject: key, at: location,
          advice: "configure the credential in the operator's file, under registries")
      }
      while url.hasSuffix("/") { url.removeLast() }
      return url
    }
  }
}

/// The syntax of values in npm's ini files.
private enum IniText {
  /// Removes quotes, escapes and comments.
  static func plain(_ part: Substring) -> String {
    let text = Whitespace.trimmed(String(part))
    if let quoted = quoted(text) { return quoted }
    var result = ""
    var isEscaped = false
    for character in text {
      if isEscaped {
        result += "\\;#".contains(character) ? String(character) : "\\\(character)"
        isEscaped = false
      } else if character == ";" || character == "#" {
        break
      } else if character == "\\" {
        isEscaped = true
      } else {
        result.append(character)
      }
    }
    return Whitespace.trimmed(isEscaped ? result + "\\" : result)
  }

  private static func quoted(_ text: String) -> String? {
    guard text.utf8.count > 1, let mark = text.first, text.last == mark,
      mark == "\"" || mark == "'"
    else { return nil }
    return String(text.dropFirst().dropLast())
  }
}
