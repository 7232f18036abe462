import JavaScript

/// A package that a name provides at some place of the tree.
struct ParentRef {
  var version: String
  var depth: Int
  var node: NodeID?
  var alias: String
  var occurrence = 0
}

/// The packages that names provide at a place, in the order in which they were added.
struct ParentRefs {
  private var refs = OrderedMap<ParentRef>()

  var isEmpty: Bool { refs.isEmpty }
  var pairs: [(name: String, value: ParentRef)] { refs.pairs }

  subscript(name: String) -> ParentRef? {
    get { refs[name] }
    set { refs[name] = newValue }
  }

  /// Adds a provider by its alias or its name; an alias of another name gives way.
  mutating func update(_ name: String, _ ref: ParentRef, isOlder: (String, String) -> Bool) {
    if let existing = refs[name] {
      if existing.alias == name { return }
      let isAliased = ref.alias != name
      if isAliased, !isOlder(existing.version, ref.version) { return }
    }
    self[name] = ref
  }

  /// Keeps only some names.
  func filter(_ isIncluded: (String) -> Bool) -> ParentRefs {
    var result = ParentRefs()
    for (name, ref) in pairs where isIncluded(name) { result[name] = ref }
    return result
  }
}

/// The provider of a name, as it is compared with that of another place.
struct ParentInfo {
  var pathWithPatch: String?
  var version: String?
  var depth: Int?
  var occurrence: Int?
}

/// The providers that all places below the same parents have.
final class ParentInfos {
  let byName: [String: ParentInfo]
  let deepest: Int
  /// Whether each name has only one provider on the way from the importer.
  let areVisible: Bool

  init(_ byName: [String: ParentInfo]) {
    self.byName = byName
    deepest = byName.values.reduce(0) { max($0, $1.depth ?? 0) }
    areVisible = byName.values.allSatisfy { ($0.occurrence ?? 0) == 0 }
  }
}

/// A package with its peers: an entry of `snapshots`.
final class GraphNode {
  let path: String
  let package: ResolvedPackage
  var depth: Int
  var childNodes: [(alias: String, node: NodeID)]
  /// The paths by alias, once all are known.
  var children: [String: String] = [:]
  let transitivePeers: Set<String>
  let resolvedPeerNames: Set<String>

  /// How many children and bound peers it has.
  var count: Int { children.count + resolvedPeerNames.count }

  init(
    _ path: String, _ package: ResolvedPackage, depth: Int,
    children: [(alias: String, node: NodeID)], transitivePeers: Set<String>,
    resolvedPeerNames: Set<String>
  ) {
    self.path = path
    self.package = package
    self.depth = depth
    childNodes = children
    self.transitivePeers = transitivePeers
    self.resolvedPeerNames = resolvedPeerNames
  }
}

/// The path of a place, which may be known later.
final class PendingPath {
  private(set) var path: String?
  private var waiting: [(String) -> Void] = []

  /// Sets the path unless it is known.
  func resolve(_ path: String) {
    guard self.path == nil else { return }
    self.path = path
    let calls = waiting
    waiting = []
    for call in calls { call(path) }
  }

  /// Calls at once, or when the path is known.
  func whenKnown(_ call: @escaping (String) -> Void) {
    if let path { call(path) } else { waiting.append(call) }
  }
}

/// Collects the paths that a path waits for.
final class OpenPaths {
  private var texts: [String?]
  private let known: [String]
  private let enter: ([String]) -> Void

  init(_ known: [String], _ count: Int, _ enter: @escaping ([String]) -> Void) {
    self.known = known
    texts = Array(repeating: nil, count: count)
    self.enter = enter
  }

  func set(_ text: String, at index: Int) {
    guard texts[index] == nil else { return }
    texts[index] = text
    let found = texts.compactMap(\.self)
    if found.count == texts.count { enter(known + found) }
  }
}

extension ParentRefs {
  /// Collects providers by alias and by name.
  init(_ children: [(alias: String, node: NodeID)], _ tree: DependencyTree) {
    self.init()
    for (alias, id) in children {
      guard let node = tree[id] else { continue }
      let ref = ParentRef(version: node.version, depth: node.depth, node: id, alias: alias)
      add(alias, ref)
      if alias != node.name { add(node.name, ref) }
    }
  }

  /// Adds a provider under a name.
  mutating func add(_ name: String, _ ref: ParentRef) {
    update(name, ref) { left, right in
      guard let left = Version(left, loose: true), let right = Version(right, loose: true) else {
        return false
      }
      return left < right
    }
  }
}
