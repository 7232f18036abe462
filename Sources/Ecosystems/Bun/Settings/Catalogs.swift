import JSON

/// The catalogs of a workspace: ranges by name.
struct Catalogs: Hashable, Sendable {
  /// The entries of the default catalog.
  var standard: [String: String] = [:]
  /// The entries by catalog.
  var named: [String: [String: String]] = [:]

  /// No catalogs.
  init() {}

  /// Reads the catalogs of a root's manifest, which has them in `workspaces` or beside it.
  init(_ manifest: JSON.Node) {
    guard let workspaces = manifest["workspaces"] else { return }
    let boxes = [workspaces.kind == .object ? workspaces : nil, manifest].compactMap(\.self)
    if let catalog = boxes.lazy.compactMap({ $0["catalog"] }).first {
      standard = Self.entries(catalog)
    }
    if let catalogs = boxes.lazy.compactMap({ $0["catalogs"] }).first {
      for member in catalogs.members { named[member.key] = Self.entries(member.value) }
    }
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

  /// Returns the range of a name in a catalog, whose name is empty for the default one.
  func range(of name: String, in catalog: String) -> String? {
    catalog.isEmpty ? standard[name] : named[catalog]?[name]
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
