import Ecosystem
import JSON
import JavaScript

extension Graph {
  /// Builds the graph of a lock.
  ///
  /// - Throws: a refusal if a dependency has no entry: Bun would ignore such a lock.
  init(_ lock: BunLock, file: String) throws(Problem) {
    self.init()
    var slots: [String: Int] = [:]
    for workspace in lock.workspaces { add(Package(workspace)) }
    let folders = Dictionary(
      packages.indices.compactMap { index -> (String, Int)? in
        if case .member(let folder) = packages[index].source { (folder, index) } else { nil }
      }
    ) { first, _ in first }
    let added = Dictionary(lock.extensions.map { ($0.package, $0) }) { first, _ in first }
    for slot in lock.packages {
      var package = Package(slot, added: added)
      if case .root = package.source { package.name = packages[Graph.root].name }
      if case .member(let folder) = package.source, let known = folders[folder] {
        slots[slot.path] = known
      } else {
        slots[slot.path] = add(package)
      }
    }
    addMemberEdges()
    try bind(lock, slots, file)
  }

  /// Requires that no optional dependency without a version finds another package in a lock: Bun lists such
  /// ones as `unresolved`.
  func requireNoSubstitutes(in lock: BunLock, file: String) throws(Problem) {
    let isWhole = packages.allSatisfy { package in
      package.edges.allSatisfy { $0.kind != .optional || $0.target != nil }
    }
    if isWhole { return }
    let written = try Graph(lock, file: file)
    for package in packages {
      guard let index = written.index(of: package.label) else { continue }
      let bound = written[index].edges.filter { $0.kind == .optional && $0.target != nil }
      for edge in package.edges where edge.kind == .optional && edge.target == nil {
        guard bound.contains(where: { $0.name == edge.name }) else { continue }
        throw Problem(
          .refused, "is optional and has no version, but the lock has another one",
          subject: "\(package.label) (\(edge.name))")
      }
    }
  }

  /// Adds the root's edges to the members.
  mutating func addMemberEdges() {
    let members = self.members
    for index in members {
      guard case .member(let folder) = packages[index].source else { continue }
      self[Graph.root].edges.append(
        Edge(
          name: packages[index].name, text: "workspace:\(folder)", kind: .member, target: index,
          isSettled: true))
    }
  }

  private mutating func bind(
    _ lock: BunLock, _ slots: [String: Int], _ file: String
  ) throws(Problem) {
    var paths = LockPaths(slots: slots)
    for slot in lock.packages {
      if slot.info?["bundled"] != nil { paths.bundled.insert(slot.path) }
      let names = slot.names
      if names.count > 1 { paths.parents.insert(names.dropLast().joined(separator: "/")) }
    }
    try bind(edgesOf: Graph.root, at: [], paths, file)
    for index in members { try bind(edgesOf: index, at: [packages[index].name], paths, file) }
    for slot in lock.packages {
      guard let index = slots[slot.path], !packages[index].isOfProject else { continue }
      try bind(edgesOf: index, at: slot.names, paths, file)
    }
  }

  /// The paths of a lock.
  private struct LockPaths {
    /// The packages by path.
    var slots: [String: Int]
    /// The paths that packages bring along.
    var bundled: Set<String> = []
    /// The paths with others below them.
    var parents: Set<String> = []

    /// Returns the paths where a package at some names looks for others, the nearest first, each with its
    /// depth; those without anything below them are left out.
    func folders(above names: [String]) -> [(depth: Int, path: String)] {
      stride(from: names.count, through: 0, by: -1).compactMap { depth in
        if depth == 0 { return (0, "") }
        let path = depth == 1 ? names[0] : names.prefix(depth).joined(separator: "/")
        return parents.contains(path) ? (depth, path + "/") : nil
      }
    }
  }

  /// Binds the edges of a package to the nearest places, as Node finds them.
  private mutating func bind(
    edgesOf index: Int, at names: [String], _ paths: LockPaths, _ file: String
  ) throws(Problem) {
    if packages[index].edges.isEmpty { return }
    let folders = paths.folders(above: names)
    for position in packages[index].edges.indices {
      let edge = packages[index].edges[position]
      if edge.kind == .member { continue }
      var found: Int?
      for (depth, folder) in folders {
        let path = folder + edge.name
        guard let target = paths.slots[path] else { continue }
        found = target
        if depth == names.count, !names.isEmpty, paths.bundled.contains(path) {
          self[index].edges[position].isBundled = true
        }
        break
      }
      self[index].edges[position].isSettled = true
      if found == nil, edge.kind != .optional, edge.kind != .peer {
        throw Problem(
          .refused,
          "has no entry for \(edge.name), which \(packages[index].name) needs, so Bun "
            + "would ignore the lock", subject: file)
      }
      self[index].edges[position].target = found
    }
  }
}

extension Package {
  /// Creates a manifest of the project as the lock repeats it.
  init(_ workspace: LockedWorkspace) {
    name = workspace.name ?? ""
    source = workspace.path.isEmpty ? .root : .member(workspace.path)
    version = workspace.version.flatMap { Version($0) }
    edges = Section.allCases.flatMap { section in
      (workspace.sections[section] ?? []).map { entry in
        Edge(
          name: entry.name, text: entry.text, kind: section.kind,
          isOptionalPeer: section == .peerDependencies
            && workspace.optionalPeers.contains(entry.name))
      }
    }
  }

  /// Creates the package of a place.
  fileprivate init(_ slot: LockedSlot, added: [String: BunLock.Extension]) {
    let split =
      slot.package.utf8.dropFirst().firstIndex(of: UInt8(ascii: "@")) ?? slot.package.endIndex
    name = String(slot.package[..<split])
    source = Self.source(String(slot.package[split...].dropFirst()), slot.address ?? "")
    if case .registry(let text, _) = source { version = Version(text, loose: true) }
    digests = slot.digests
    let info = slot.info ?? Object()
    let optionalPeers = Self.names(in: info["optionalPeers"])
    let extension_ = added[slot.package]
    for section in Section.allCases {
      for member in info[section.rawValue]?.object?.members ?? [] {
        let isPeer = section == .peerDependencies
        let names = (isPeer ? extension_?.peers : extension_?.dependencies) ?? []
        edges.append(
          Edge(
            name: member.key, text: member.value.string ?? "", kind: section.kind,
            isOptionalPeer: isPeer && optionalPeers.contains(member.key),
            isAdded: names.contains(member.key)))
      }
    }
    for member in info.members
    where Section(rawValue: member.key) == nil
      && !["optionalPeers", "bundled"].contains(member.key)
    {
      properties[member.key] = member.value
    }
  }

  private static func names(in value: Value?) -> [String] {
    value?.array?.compactMap(\.string) ?? []
  }

  private static func source(_ text: String, _ address: String) -> Source {
    if text == "root:" { return .root }
    if let path = text.tail(after: "workspace:") { return .member(path) }
    if let path = text.tail(after: "file:") { return .folder(path) }
    if let path = text.tail(after: "link:") { return .link(path) }
    if Version(text, loose: true) != nil { return .registry(version: text, address: address) }
    if !text.contains(":"), text.hasSuffix(".tgz") || text.hasSuffix(".tar.gz") {
      return .tarball(text)
    }
    return .other(text)
  }
}

extension String {
  /// The rest of the text after a prefix; nil without it.
  func tail(after prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}
