import Ecosystem
import JavaScript
import Text

/// The lines of a `bunfig.toml`, as far as it matters for a lock.
///
/// Reads `key = value` with texts, numbers, booleans and lists of texts in one line, and tables.
struct Bunfig {
  /// A setting with its table: `install.registry`.
  struct Entry {
    var key: String
    var value: String
    var location: Location
  }

  private(set) var entries: [Entry] = []

  /// Parses a file.
  ///
  /// - Throws: a refusal for syntax in `[install]` that isn't read.
  init(_ source: SourceText) throws(Problem) {
    var table = ""
    for (number, line) in source.numberedLines {
      let text = Self.withoutComment(String(line)).trimmed
      if text.isEmpty { continue }
      let location = Location(file: source.file, line: number, column: 1)
      if text.hasPrefix("[") {
        table = String(text.drop { $0 == "[" }.prefix { $0 != "]" }).trimmed
        continue
      }
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let isOfInstall = table == "install" || table.hasPrefix("install.") || table.isEmpty
      guard parts.count == 2 else {
        if !isOfInstall { continue }
        throw Problem(
          .refused, "is a line of TOML that martlet doesn't read", subject: source.file,
          at: location)
      }
      let key = String(parts[0]).trimmed.filter { $0 != "\"" && $0 != "'" }
      entries.append(
        Entry(
          key: table.isEmpty ? key : "\(table).\(key)", value: String(parts[1]).trimmed,
          location: location))
    }
  }

  private static func withoutComment(_ line: String) -> String {
    var quote: Character?
    var result = ""
    for character in line {
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == "#" {
        break
      }
      result.append(character)
    }
    return result
  }
}

extension Bunfig.Entry {
  /// The value of a text, without its quotes; nil for others.
  var text: String? {
    guard let mark = value.first, mark == "\"" || mark == "'", value.count > 1,
      value.last == mark
    else { return nil }
    let inner = value.dropFirst().dropLast()
    return inner.contains("\\") || inner.contains(mark) ? nil : String(inner)
  }

  var flag: Bool? { value == "true" ? true : value == "false" ? false : nil }

  var texts: [String]? {
    guard value.hasPrefix("["), value.hasSuffix("]") else { return nil }
    let parts = value.dropFirst().dropLast().split(separator: ",").map { String($0).trimmed }
    let known = parts.filter { !$0.isEmpty }.map { part in
      Bunfig.Entry(key: key, value: part, location: location).text
    }
    return known.contains(nil) ? nil : known.compactMap(\.self)
  }

  /// The refusal of a value that isn't understood.
  func refused(_ reason: String) -> Problem {
    Problem(.refused, reason, subject: key, at: location)
  }
}

extension BunSettings {
  /// Takes the settings of a file.
  ///
  /// - Returns: the default registry and those of scopes, as lines of `.npmrc`.
  /// - Throws: a refusal for a setting that changes the lock in a way that isn't supported.
  mutating func apply(_ bunfig: Bunfig) throws(Problem) -> [String] {
    var registries: [String] = []
    for entry in bunfig.entries {
      if let line = try apply(entry) { registries.append(line) }
    }
    return registries
  }

  private mutating func apply(_ entry: Bunfig.Entry) throws(Problem) -> String? {
    if let scope = entry.key.tail(after: "install.scopes.") {
      guard let url = entry.text else {
        throw entry.refused("is a registry in a form that martlet doesn't read")
      }
      return "\(scope.hasPrefix("@") ? scope : "@" + scope):registry=\(url)"
    }
    switch entry.key {
    case "install.registry":
      guard let url = entry.text else {
        throw entry.refused("is a registry in a form that martlet doesn't read")
      }
      return "registry=\(url)"
    case "install.minimumReleaseAge":
      guard let seconds = Int64(entry.value.filter { $0 != "_" }), seconds >= 0 else {
        throw entry.refused("is not a number of seconds")
      }
      releaseAge = seconds == 0 ? nil : seconds
    case "install.minimumReleaseAgeExcludes":
      guard let names = entry.texts else { throw entry.refused("is not a list of names") }
      ageExclusions = Set(names)
    case "install.linkWorkspacePackages":
      guard let flag = entry.flag else { throw entry.refused("is neither true nor false") }
      linksMembers = flag
    case "install.saveTextLockfile" where entry.flag != true:
      throw entry.refused("writes a binary lock, which martlet doesn't")
    case "install.lockfile.save" where entry.flag != true,
      "install.frozenLockfile" where entry.flag != false,
      "install.production" where entry.flag != false:
      throw entry.refused("keeps Bun from writing a lock")
    case "install.optional" where entry.flag != true,
      "install.dev" where entry.flag != true:
      throw entry.refused("leaves out a kind of dependencies")
    case "install.lockfile.print":
      throw entry.refused("writes a second lock, which martlet doesn't")
    default: break
    }
    return nil
  }
}
