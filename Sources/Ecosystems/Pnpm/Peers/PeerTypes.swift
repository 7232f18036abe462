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
  private(set) var names: [String] = []
  private var refs: [String: ParentRef] = [:]

  subscript(name: String) -> ParentRef? {
    get { refs[name] }
    set {
      if refs[name] == nil, newValue != nil { names.append(name) }
      refs[name] = newValue
    }
  }

  var pairs: [(name: String, ref: ParentRef)] {
    names.compactMap { name in refs[name].map { (name, $0) } }
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

/// Names in the order in which they were added, with values.
struct OrderedMap<Value> {
  private(set) var names: [String] = []
  private var values: [String: Value] = [:]

  var isEmpty: Bool { names.isEmpty }
  var pairs: [(name: String, value: Value)] {
    names.compactMap { name in values[name].map { (name, $0) } }
  }

  subscript(name: String) -> Value? {
    get { values[name] }
    set {
      if values[name] == nil, newValue != nil { names.append(name) }
      if newValue == nil, values[name] != nil { names.removeAll { $0 == name } }
      values[name] = newValue
    }
  }
}

/// A package with its peers: an entry of `snapshots`.
final class GraphNode {
  let path: String
  let package: ResolvedPackage
  let depth: Int
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
