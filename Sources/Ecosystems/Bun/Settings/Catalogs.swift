import Ecosystem
import JSON

/// The catalogs of a workspace: ranges by name.
struct Catalogs: Hashable, Sendable {
  /// The entries of the default catalog.
  var standard: [String: String] = [:]
  /// The entries by catalog.
  var named: [String: [String: String]] = [:]

  /// No catalogs.
  init() {}

  /// Reads the catalogs of a root's manifest.
  ///
  /// - Throws: a refusal of catalogs that Bun doesn't read.
  init(_ manifest: JSON.Node) throws(Problem) {
    guard let box = Self.box(of: manifest)?.node else { return }
    if let catalog = box["catalog"] { standard = Self.entries(catalog) }
    for member in box["catalogs"]?.members ?? [] {
      named[member.key] = Self.entries(member.value)
    }
    if named[""] != nil {
      throw Problem(.refused, "has a catalog without a name", subject: "catalogs")
    }
    if let name = standard.keys.sorted().first(where: { named[Self.standardName]?[$0] != nil }) {
      throw Problem(.refused, "is in both 'catalog' and 'catalogs.default'", subject: name)
    }
  }

  /// The name that `catalogs` can give the default catalog.
  static let standardName = "default"

  /// Returns the object with `catalog` and `catalogs`, and the start of its members' paths.
  ///
  /// That is `workspaces` if it has one of both, else the manifest, as Bun 1.4.4 does. A manifest
  /// without `workspaces` has no catalogs.
  static func box(of manifest: JSON.Node) -> (node: JSON.Node, path: String)? {
    guard let workspaces = manifest["workspaces"] else { return nil }
    let isOwn = workspaces["catalog"] != nil || workspaces["catalogs"] != nil
    return isOwn ? (workspaces, "workspaces.") : (manifest, "")
  }

  /// Reads the catalogs of a lock.
  init(_ lock: BunLock) {
    standard = Self.entries(lock.catalog)
    for catalog in lock.catalogs { named[catalog.name] = Self.entries(catalog.entries) }
  }

  private static func entries(_ node: JSON.Node) -> [String: String] {
    Dictionary(
      node.members.compactMap { member in member.value.string.map { (member.key, $0) } }
    ) { $1 }
  }

  private static func entries(_ entries: [BunLock.Named]) -> [String: String] {
    Dictionary(entries.map { ($0.name, $0.text) }) { $1 }
  }

  /// Looks a name up in a catalog.
  ///
  /// - Parameters:
  ///   - name: the name in the manifest.
  ///   - catalog: the catalog's name, which is empty for the default one.
  ///   - joinsDefault: whether `catalogs.default` is the default catalog, too; measured for Bun 1.4.4
  ///     only.
  /// - Returns: the range; nil without an entry.
  func range(of name: String, in catalog: String, joinsDefault: Bool = true) -> String? {
    guard joinsDefault, catalog.isEmpty || catalog == Self.standardName else {
      return catalog.isEmpty ? standard[name] : named[catalog]?[name]
    }
    return standard[name] ?? named[Self.standardName]?[name]
  }

  /// Writes the catalogs to a lock.
  func write(to lock: inout BunLock) {
    lock.catalog = Self.sorted(standard)
    lock.catalogs = named.sorted { $0.key.precedesInBytes($1.key) }
      .map { ($0.key, Self.sorted($0.value)) }
  }

  private static func sorted(_ entries: [String: String]) -> [BunLock.Named] {
    entries.map { BunLock.Named(name: $0.key, text: $0.value) }
      .sorted { $0.name.precedesInBytes($1.name) }
  }
}
