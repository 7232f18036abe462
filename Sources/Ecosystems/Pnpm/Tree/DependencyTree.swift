import Ecosystem
import JSON
import Time

/// The place of a package in the tree; packages without dependencies have one place.
struct NodeID: Hashable, Sendable {
  let number: Int
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
  var isOptional: Bool
  var isDev: Bool

  init(
    id: String, pathWithPatch: String, _ manifest: PackageManifest, resolution: Object,
    published: Timestamp?, isOptional: Bool, isDev: Bool
  ) {
    self.id = id
    self.pathWithPatch = pathWithPatch
    name = manifest.name
    version = manifest.version
    peers = manifest.ownPeers
    self.manifest = manifest
    self.resolution = resolution
    self.published = published
    self.isOptional = isOptional
    self.isDev = isDev
  }
}

/// A place in the tree.
final class TreeNode {
  /// The children by alias, in the order in which they were resolved.
  enum Children {
    case known([(alias: String, node: NodeID)])
    /// Those of another place of the package, built when they are needed.
    case copied(parents: PackagePath)
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
  var locked: (place: LockedPlace, isRepeated: Bool)?
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
  private(set) var nodes: [NodeID: TreeNode] = [:]
  private var shared: [String: NodeID] = [:]
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
  init(limit: Int = 500_000, work: PeerWork = PeerWork()) {
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
    case .copied(let parents):
      guard let package = node.package else { return [] }
      let children = copy(of: package.id, parents: parents, depth: node.depth + 1)
      node.children = .known(children)
      return children
    }
  }

  /// Copies children except for those that would repeat a cycle: `buildTree` of pnpm 10.
  private func copy(
    of parent: String, parents: PackagePath, depth: Int
  ) -> [(alias: String, node: NodeID)] {
    var result: [(alias: String, node: NodeID)] = []
    for child in childrenOfPackages[parent] ?? [] {
      if isTooLarge { return [] }
      if child.id.hasPrefix("link:") {
        result.append((child.alias, link(child.id)))
        continue
      }
      if parent == child.id || parents.contains(parent, over: child.id) { continue }
      guard let package = packages[child.id] else { continue }
      if package.manifest.isLeaf {
        result.append((child.alias, leaf(child.id)))
        continue
      }
      let node = makeNode()
      let path = PackagePath(child.id, below: parents)
      nodes[node] = TreeNode(package, depth: depth, .copied(parents: path))
      result.append((child.alias, node))
    }
    return result
  }
}
