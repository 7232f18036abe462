import Ecosystem
import JSON
import Time

/// The place of a package in the tree; packages without dependencies have one place.
struct NodeID: Hashable, Sendable {
  let number: Int
}

/// How the dependents of a package need it.
struct Reach: Hashable, Sendable {
  /// Whether every way to it passes an optional dependency.
  var isOptional = false
  /// Whether it is a development dependency of an importer.
  var isDev = false
  /// Whether it is a dependency of another kind that isn't optional, of an importer or of a package.
  var isProd = true

  /// Adds another dependent.
  mutating func add(_ other: Reach) {
    isOptional = isOptional && other.isOptional
    isDev = isDev || other.isDev
    isProd = isProd || other.isProd
  }
}

/// A package, once for all of its places.
final class ResolvedPackage {
  /// `name@version`, or `file:folder` for a member that is injected.
  let id: String
  /// The id with the name and the hash of its patch.
  let pathWithPatch: String
  let name: String
  let version: String
  let peers: [Peer]
  let manifest: PackageManifest
  /// The entry of `resolution` in the lock.
  let resolution: Object
  /// The publication time, where it is needed.
  let published: Timestamp?
  /// How its dependents need it.
  var reach: Reach
  /// Whether the package has a patch.
  let isPatched: Bool

  init(
    id: String, pathWithPatch: String, _ manifest: PackageManifest, _ version: PnpmVersion,
    resolution: Object, published: Timestamp?, reach: Reach, isPatched: Bool = false
  ) {
    self.id = id
    self.pathWithPatch = pathWithPatch
    name = manifest.name
    self.version = manifest.version
    peers = manifest.ownPeers(version)
    self.manifest = manifest
    self.resolution = resolution
    self.published = published
    self.reach = reach
    self.isPatched = isPatched
  }
}

/// A place in the tree.
final class TreeNode {
  /// The children by alias, in the order in which they were resolved.
  enum Children {
    case known([(alias: String, node: NodeID)])
    /// Those of another place of the package, built when they are needed, perhaps without those that
    /// would repeat a cycle.
    case copied(parents: PackagePath, cutsCycles: Bool = true)
  }

  /// Nil for a folder that is linked.
  let package: ResolvedPackage?
  /// The version and name of a linked folder.
  let linkName: String
  let linkVersion: String
  /// -1 for a folder that is linked.
  var depth: Int
  var children: Children
  /// The place in the old lock, and whether it's another place of a package that was resolved before.
  var locked: (path: LockedPath, isRepeated: Bool)?
  /// The aliases of children that the old lock doesn't have here.
  var newChildren: Set<String> = []

  init(_ package: ResolvedPackage, depth: Int, _ children: Children) {
    self.package = package
    linkName = ""
    linkVersion = ""
    self.depth = depth
    self.children = children
  }

  init(link name: String, version: String) {
    package = nil
    linkName = name
    linkVersion = version
    depth = -1
    children = .known([])
  }

  var name: String { package?.name ?? linkName }
  var version: String { package?.version ?? linkVersion }
}

/// All places of a resolution.
final class DependencyTree {
  private(set) var nodes = NodeMap<TreeNode>()
  private var shared: [String: NodeID] = [:]
  /// The places by their path, in pnpm 8.
  private var nodesByPath: [PackagePath.Key: NodeID] = [:]
  /// The places that get the children of the last place of their package, in pnpm 8.
  var repeated: Set<NodeID> = []
  /// Whether places are known by their path, so that leaves have several.
  private let namesNodesByPath: Bool
  private var links: [NodeID: String] = [:]
  private var count = 0
  /// The largest number of places.
  let limit: Int
  /// Whether the tree has more places than allowed, so that it isn't complete.
  var isTooLarge: Bool { count > limit }
  let work: PeerWork
  var packages: [String: ResolvedPackage] = [:]
  /// The children of the first place of each package.
  var childrenOfPackages: [String: [(alias: String, id: String)]] = [:]
  /// All names that any package has as a peer.
  var peerNames: Set<String> = []

  /// Creates an empty tree; 500,000 places take about 300 MB.
  ///
  /// - Parameters:
  ///   - version: decides which places are the same.
  ///   - limit: the largest number of places.
  ///   - work: counts the steps to bind peers.
  init(_ version: PnpmVersion, limit: Int = 500_000, work: PeerWork = PeerWork()) {
    namesNodesByPath = version.has(.namesNodesByPath)
    self.limit = limit
    self.work = work
  }

  /// Refuses a tree with too many places, or whose peers take too many steps to bind.
  func check(at package: String) throws(Problem) {
    try work.check(at: package)
    if !isTooLarge { return }
    throw Problem(
      .refused, "leads to more than \(limit) places of packages, as many as one visit may have",
      subject: package)
  }

  /// Returns an unused place.
  func makeNode() -> NodeID {
    count += 1
    return NodeID(number: count)
  }

  /// Returns the place of a package below a path; in pnpm 8, always the same one.
  func makeNode(_ id: String, below path: PackagePath) -> NodeID {
    guard namesNodesByPath else { return makeNode() }
    let key = PackagePath.Key(path: path, id: id)
    if let node = nodesByPath[key] { return node }
    let node = makeNode()
    nodesByPath[key] = node
    return node
  }

  /// Returns the only place of a package without dependencies.
  func leaf(_ id: String) -> NodeID {
    if let node = shared[id] { return node }
    let node = makeNode()
    shared[id] = node
    return node
  }

  /// Returns the place of a linked folder: `link:packages/a`, from the root.
  func link(_ target: String) -> NodeID {
    let node = leaf(target)
    links[node] = String(target.dropFirst("link:".count))
    return node
  }

  /// The folder of a link; nil for packages.
  func linkedFolder(_ node: NodeID) -> String? { links[node] }

  subscript(node: NodeID) -> TreeNode? {
    get { nodes[node] }
    set { nodes[node] = newValue }
  }

  /// Returns the children of a place, built on first use for a package with several places.
  func children(of id: NodeID) -> [(alias: String, node: NodeID)] {
    guard let node = nodes[id] else { return [] }
    switch node.children {
    case .known(let children): return children
    case .copied(let parents, let cutsCycles):
      guard let package = node.package else { return [] }
      let children = copy(
        of: package.id, parents: parents, depth: node.depth + 1, cutsCycles: cutsCycles)
      node.children = .known(children)
      return children
    }
  }

  /// Copies children except for those that would repeat a cycle: `buildTree` of pnpm 10.
  private func copy(
    of parent: String, parents: PackagePath, depth: Int, cutsCycles: Bool
  ) -> [(alias: String, node: NodeID)] {
    var result: [(alias: String, node: NodeID)] = []
    for child in childrenOfPackages[parent] ?? [] {
      if isTooLarge { return [] }
      if child.id.hasPrefix("link:") {
        result.append((child.alias, link(child.id)))
        continue
      }
      let isCycle = parent == child.id || parents.contains(parent, over: child.id)
      if isCycle, cutsCycles { continue }
      guard let package = packages[child.id] else { continue }
      if package.manifest.isLeaf, !namesNodesByPath {
        result.append((child.alias, leaf(child.id)))
        continue
      }
      let node = makeNode(child.id, below: parents)
      let path = PackagePath(child.id, below: parents)
      nodes[node] = TreeNode(package, depth: depth, .copied(parents: path))
      result.append((child.alias, node))
    }
    return result
  }
}
