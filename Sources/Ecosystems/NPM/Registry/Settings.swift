package import Ecosystem
package import Text

/// What a project's `.npmrc` says, as npm's ini reader takes it.
///
/// Environment variables are unknown here: a setting that needs one has no value. Credentials are
/// never taken from a repository; the operator's file has them.
///
///     registry = https://npm.example.org/
///     @acme:registry = https://npm.acme.example/
package struct Settings: Hashable, Sendable {
  /// One line of the file.
  package struct Entry: Hashable, Sendable {
    /// Without quotes and escapes: `registry`, `@acme:registry`, `//host/:_authToken`.
    package var key: String
    /// Nil: it takes something from the environment.
    package var value: String?
    /// Of the line's first letter.
    package var location: Location
  }

  /// In the order of the file.
  package let entries: [Entry]
  /// Registries by scope, which count where the file names none for it.
  package var scopes: [String: String] = [:]

  /// A file is read for every dependency that is looked up; real ones have a few hundred bytes.
  static let sizeLimit = 1 << 16

  /// Without a file: npm's defaults.
  package static let none = Settings(SourceText(file: ".npmrc", ""))

  /// Reads a file.
  package init(_ source: SourceText) {
    var entries: [Entry] = []
    var start = 0
    var isInSection = false
    for line in source.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    {
      defer { start += line.count + 1 }
      let text = Whitespace.trimmed(String(decoding: line, as: UTF8.self))
      if text.isEmpty || text.hasPrefix(";") || text.hasPrefix("#") { continue }
      isInSection = isInSection || text.hasPrefix("[")
      if isInSection { continue }
      let blanks = line.prefix { $0.isSpace }.count
      entries.append(Entry(text, source.location(at: start + blanks)))
    }
    self.entries = entries
  }

  /// The last value of a key; nil where there is none or it is unknown.
  package subscript(key: String) -> String? { entries.last { $0.key == key }?.value }

  /// Whether a key is switched on.
  package func isOn(_ key: String) -> Bool { self[key] == "true" }

  /// What a person should know: credentials that are passed over, values that are unknown.
  package var findings: [Problem] {
    entries.compactMap { entry in
      if entry.isCredential {
        return Problem(
          .refused, "holds a credential, which is passed over", subject: entry.key,
          at: entry.location, advice: "give it in the operator's file, under registries")
      }
      guard entry.value == nil else { return nil }
      return Problem(
        .refused, "takes its value from the environment, which is unknown", subject: entry.key,
        at: entry.location)
    }
  }
}

extension Settings {
  /// Where npm looks without being told otherwise.
  package static let defaultRegistry = "https://registry.npmjs.org"

  /// The registry that answers for a package, without a slash at its end.
  ///
  /// - Parameter name: a package; its scope may have a registry of its own.
  /// - Returns: the URL without a slash at its end.
  /// - Throws: `Problem` where the registry is unknown or no web address.
  package func registry(for name: PackageName) throws(Problem) -> String {
    if let entry = name.scope.flatMap({ entry("\($0):registry") }) { return try entry.url }
    if var url = name.scope.flatMap({ scopes[$0] }) {
      while url.hasSuffix("/") { url.removeLast() }
      return url
    }
    return try entry("registry")?.url ?? Settings.defaultRegistry
  }

  /// The last line with a key and a value, or with one that is unknown.
  private func entry(_ key: String) -> Entry? {
    entries.last { $0.key == key }.flatMap { $0.value == "" ? nil : $0 }
  }

  /// Whether a package is certainly on no public registry: its scope has another one of its own.
  func isPrivate(_ name: PackageName) -> Bool {
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
  /// Splits a line at its first equals sign; a key alone is switched on.
  fileprivate init(_ line: String, _ location: Location) {
    let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    key = IniText.plain(parts[0])
    let text = parts.count > 1 ? IniText.plain(parts[1]) : "true"
    value = text.contains("${") || key.contains("${") ? nil : text
    self.location = location
  }

  /// Whether it is a secret or leads to one.
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
          .refused, "takes its value from the environment, which is unknown", subject: key,
          at: location)
      }
      let scheme = url.lowercased()
      guard scheme.hasPrefix("https://") || scheme.hasPrefix("http://") else {
        throw Problem(
          .refused, "names a registry that is no web address", subject: key, at: location)
      }
      let authority = url.split(separator: "/", maxSplits: 2).dropFirst().first ?? ""
      guard !authority.contains("@") else {
        throw Problem(
          .refused, "names a registry with a password in its address", subject: key, at: location,
          advice: "give the credential in the operator's file, under registries")
      }
      while url.hasSuffix("/") { url.removeLast() }
      return url
    }
  }
}

/// The values of npm's ini files.
private enum IniText {
  /// Removes quotes, escapes and what follows a comment's mark.
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
