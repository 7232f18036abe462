import Ecosystem
import JavaScript
import Text

/// The settings of Yarn 1: `.yarnrc` in the syntax of its lock, and npm's `.npmrc`.
struct ClassicSettings: Sendable {
  /// A line of `.yarnrc`.
  struct Entry: Sendable {
    var key: String
    var value: String
    var location: Location
  }

  private(set) var entries: [Entry] = []

  /// Settings that are not supported, with the values that have no effect.
  private static let unsupported: [String: Set<String>] = [
    "yarn-offline-mirror": [], "yarn-enable-lockfile-versions": ["false"],
    "yarn-link-file-dependencies": ["false"], "workspaces-experimental": ["true"],
    "unsafe-disable-integrity-migration": ["true"], "production": ["false"],
    "experimental-pack-script-packages-in-mirror": ["false"], "ignore-optional": ["false"],
    "flat": ["false"], "no-lockfile": ["false"], "pure-lockfile": ["false"],
  ]

  /// No settings.
  init() {}

  /// Parses `.yarnrc`.
  ///
  /// - Throws: a refusal for a setting that changes the lock.
  init(_ source: SourceText) throws(Problem) {
    for (number, line) in source.string.split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated()
    {
      let text = String(line).trimmed
      if text.isEmpty || text.hasPrefix("#") { continue }
      let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
      let location = Location(file: source.file, line: number + 1, column: 1)
      entries.append(
        Entry(
          key: Self.plain(parts[0]), value: parts.count > 1 ? Self.plain(parts[1]) : "",
          location: location))
    }
    for entry in entries { try Self.check(entry.key, entry.value, entry.location) }
  }

  /// Removes quotes, and a colon after a key.
  private static func plain(_ text: String) -> String {
    var text = text.trimmed
    if text.hasSuffix(":") { text.removeLast() }
    guard text.utf8.count > 1, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
    return String(text.dropFirst().dropLast())
  }

  /// Refuses a setting that changes the lock; options of commands are `--add.flat` or `--flat`.
  private static func check(
    _ key: String, _ value: String?, _ location: Location
  ) throws(Problem) {
    var name = key
    if key.hasPrefix("--") {
      name = String(key.dropFirst(2))
      let command = name.prefix { $0 != "." }
      if command.count < name.count {
        guard command == "install" else { return }
        name = String(name.dropFirst(command.count + 1))
      }
    }
    guard let harmless = unsupported[name], value.map(harmless.contains) != true else { return }
    throw Problem(
      .refused, "is a setting that martlet doesn't support, because it changes the lock",
      subject: key, at: location)
  }

  /// Whether tarballs of npm's registry are locked with Yarn's host.
  ///
  /// Only `.yarnrc` changes that: Yarn 1 doesn't ask `.npmrc` for it.
  var usesYarnRegistry: Bool {
    entries.last { $0.key == "registry" }.map { $0.value == "https://registry.yarnpkg.com" } ?? true
  }

  /// Adds the registries of `.yarnrc` to the settings of `.npmrc`, which take precedence.
  func completing(_ npmrc: SourceText, scopes: [String: String]) throws(Problem) -> Settings {
    let own = Settings(npmrc)
    for entry in own.entries { try Self.check(entry.key, entry.value, entry.location) }
    let added = entries.filter { entry in
      (entry.key == "registry" || entry.key.hasSuffix(":registry"))
        && !own.entries.contains { $0.key == entry.key }
    }
    let lines = added.map { "\n\($0.key)=\($0.value)" }.joined()
    var settings = Settings(SourceText(file: npmrc.file, npmrc.string + lines))
    settings.scopes = scopes
    return settings
  }
}

extension ClassicSettings {
  /// Reads `.yarnrc` and `.npmrc` beside a manifest.
  static func read(
    beside manifest: String, in tree: SourceTree, scopes: [String: String]
  ) async throws(Problem) -> (ClassicSettings, Settings) {
    let folder = TreePath.folder(of: manifest)
    let rc = try await source(".yarnrc", in: folder, of: tree)
    let settings = try rc.map { (source) throws(Problem) in try ClassicSettings(source) }
    let npmrc = try await source(".npmrc", in: folder, of: tree)
    let own = settings ?? ClassicSettings()
    return (
      own,
      try own.completing(
        npmrc ?? SourceText(file: TreePath.join(folder, ".npmrc"), ""), scopes: scopes)
    )
  }

  private static func source(
    _ name: String, in folder: String, of tree: SourceTree
  ) async throws(Problem) -> SourceText? {
    let path = TreePath.join(folder, name)
    guard tree.listing.contains(path) else { return nil }
    let source = try await tree.readManifest(path)
    var size = Budget("bytes of settings", Settings.sizeLimit)
    try size.spend(source.bytes.count, on: path, at: source.location(at: 0))
    return source
  }
}
