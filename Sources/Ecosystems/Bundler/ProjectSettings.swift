import Ecosystem
import Ruby
import Text

/// `.bundle/config` beside a Gemfile, whose settings Bundler applies to every command.
///
/// Most of them concern the installation. Some change which lock is written, and to what:
///
///     ---
///     BUNDLE_FORCE_RUBY_PLATFORM: "true"
///     BUNDLE_LOCAL__RACK: "/src/rack"
///
/// Source: `bundler/settings.rb` and `yaml_serializer.rb` of Bundler 2.7.2.
struct ProjectSettings: Hashable, Sendable {
  private struct Entry: Hashable {
    var key: String
    var value: String
    var location: Location
  }

  private let entries: [Entry]
  private let manifest: String

  /// Reads the file; without one there are no settings.
  ///
  /// - Throws: a `Problem` if it can't be read.
  init(beside manifest: String, in tree: SourceTree) async throws(Problem) {
    let path = TreePath.join(RubyFiles.folder(of: manifest), ".bundle/config")
    self.manifest = manifest
    entries = tree.listing.contains(path) ? Self.entries(in: try await tree.read(path)) : []
  }

  private static func entries(in source: SourceText) -> [Entry] {
    var entries: [Entry] = []
    for (index, line) in source.string.split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated()
    {
      guard let colon = line.firstIndex(of: ":"), line.hasPrefix("BUNDLE_") else { continue }
      let text = line[line.index(after: colon)...].filter { $0 != "\r" }
      let bare = text.trimmingPrefix { $0 == " " }.prefix { $0 != "#" }
      let value = bare.filter { $0 != "\"" && $0 != "'" }
      entries.append(
        Entry(
          key: String(line[..<colon]),
          value: String(value.reversed().drop { $0 == " " }.reversed()),
          location: Location(file: source.file, line: index + 1, column: 1)))
    }
    return entries
  }

  /// Refuses to write a lock if a setting changes it in a way that isn't implemented.
  ///
  /// - Parameter isNew: whether no lock exists yet.
  /// - Throws: a `Problem` with the line.
  func requireSupported(isNew: Bool) throws(Problem) {
    guard let entry = entries.first(where: { changesLock($0, isNew: isNew) }) else { return }
    throw Problem(
      .refused, "changes Bundler's result, which is not supported", subject: entry.key,
      at: entry.location, advice: "remove it with `bundle config unset`, or update by hand")
  }

  private func changesLock(_ entry: Entry, isNew: Bool) -> Bool {
    // Bundler's own rule for truth.
    let isOn = !["", "0", "f", "false", "n", "no"].contains(entry.value.lowercased())
    switch entry.key {
    case "BUNDLE_FORCE_RUBY_PLATFORM", "BUNDLE_PREFER_PATCH": return isOn
    case "BUNDLE_GEMFILE": return TreePath.name(of: entry.value) != TreePath.name(of: manifest)
    case "BUNDLE_LOCKFILE_CHECKSUMS": return isNew
    case "BUNDLE_COOLDOWN", "BUNDLE_LOCKFILE", "BUNDLE_SIMULATE_VERSION": return true
    default: return entry.key.hasPrefix("BUNDLE_LOCAL__")
    }
  }
}
