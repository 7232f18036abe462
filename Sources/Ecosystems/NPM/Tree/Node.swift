import JavaScript

/// A package in its folder: `node_modules/a`, the root project, a workspace, or a link to one.
///
/// A node has its place (`parent`, `location`), its dependencies (`edgesOut`) and its dependents
/// (`edgesIn`). A node without a parent is a top: the root, the target of a link, or a package that
/// was removed from the tree and is a root itself.
final class Node {
  /// Owns the node.
  unowned let arena: Arena
  let isLink: Bool
  var name: Name
  /// Nil until the node is placed.
  var path: String?
  /// The path of the package; for a link its target's path.
  var realpath: String
  /// The path from the root: `node_modules/a/node_modules/b`; empty for the root.
  var location = ""
  var ownPackage: Package
  var ownResolved: String?
  var integrity: String?
  var hasShrinkwrap: Bool
  /// The reason why the package could not be loaded; then `package` is empty.
  let failure: LoadFailure?
  /// For a virtual root, the node that it copies.
  private(set) var sourceReference: Node?

  var ownParent: Node?
  var ownFsParent: Node?
  var ownRoot: Node?
  var ownTarget: Node?
  /// The last virtual root of this node.
  var virtualRoot: Node?
  var children = NameMap<Node>()
  var fsChildren = NodeSet()
  var linksIn = NodeSet()
  var tops = NodeSet()
  /// For a root, all its nodes; created on first use.
  var ownInventory: Inventory?
  var edgesIn = EdgesIn()
  var edgesOut = NameMap<Edge>()
  var overrides: OverrideSet?
  /// Names and absolute paths of the root's workspaces, in order.
  var workspaces: [(name: String, path: String)] = []

  /// Whether the package is optional and unavailable, or belongs to such a package.
  var isInert = false
  /// The reasons why the package is needed, as far as they are computed.
  var flags = DepFlags.Flags.all

  /// The initial values of a node.
  struct Options {
    var name: Name?
    var path: String?
    var realpath: String?
    var package = Package()
    var resolved: String?
    var integrity: String?
    var hasShrinkwrap = false
    var failure: LoadFailure?
    var sourceReference: Node?
    var overrides: OverrideSet?
    var parent: Node?
    var root: Node?
    var target: Node?
    var isLink = false
  }

  init(_ options: Options, in arena: Arena) {
    self.arena = arena
    isLink = options.isLink
    let package = options.sourceReference?.ownPackage ?? options.package
    let folder = options.path ?? options.realpath
    name = options.name ?? arena.name(folder.map(Paths.packageName) ?? package.name ?? "")
    path = options.path
    realpath = options.realpath ?? options.path ?? ""
    ownPackage = package
    ownResolved = options.isLink ? nil : options.resolved ?? package.resolved
    integrity = options.integrity ?? package.integrity
    hasShrinkwrap = options.hasShrinkwrap || package.hasShrinkwrap
    failure = options.failure
    sourceReference = options.sourceReference
    overrides = options.overrides
    arena.adopt(self)
    settle(options)
    if options.isLink { setTarget(options) }
  }

  private func settle(_ options: Options) {
    if let parent = options.parent {
      setParent(parent)
    } else {
      setRoot(options.root)
    }
    loadDependencies()
  }

  private func setTarget(_ options: Options) {
    if let target = options.target {
      aim(at: target)
    } else if realpath == root.path {
      aim(at: root)
    } else {
      var folder = options
      folder.isLink = false
      folder.path = options.realpath
      folder.parent = nil
      folder.root = root
      let target = Node(folder, in: arena)
      aim(at: target)
    }
  }

  /// Breaks the reference cycles between nodes.
  func dissolve() {
    sourceReference = nil
    overrides = nil
    ownParent = nil
    ownFsParent = nil
    ownRoot = nil
    ownTarget = nil
    virtualRoot = nil
    children.removeAll()
    fsChildren.removeAll()
    linksIn.removeAll()
    tops.removeAll()
    ownInventory = nil
    edgesIn.removeAll()
    edgesOut.forEach { $0.name.edges.remove($0) }
    edgesOut.removeAll()
    workspaces = []
  }
}
