import Ecosystem
import JavaScript

/// Builds the tree of a lock under the root of the manifest: Arborist's `load-virtual.js`.
struct LoadVirtual {
  let root: Node
  let knowledge: any Knowledge
  private var arena: Arena { root.arena }

  /// Adds all entries of a lock to the root.
  ///
  /// - Returns: the folders with missing manifests; the tree is unusable unless it is empty.
  func load(_ lock: LockFile) throws(Problem) -> [ResolutionRequest] {
    let requests = lock.entries.compactMap(folderRequest)
    if !requests.isEmpty { return requests }
    let hasLinks = lock.entries.contains { $0.linkTarget != nil }
    var nodes: [String: Node] = ["": root]
    var order: [Node] = []
    order.reserveCapacity(lock.entries.count)
    for entry in lock.entries where entry.linkTarget == nil {
      let node = load(entry)
      if hasLinks { nodes[entry.location] = node }
      order.append(node)
    }
    for entry in lock.entries {
      guard let target = entry.linkTarget else { continue }
      order.append(try link(entry, to: target, &nodes))
    }
    if lock.version == 1 { assignBundles(order) }
    for node in order where !node.isRoot { node.flags = .all }
    return []
  }

  private func folderRequest(_ entry: LockFile.Entry) -> ResolutionRequest? {
    guard let target = entry.linkTarget else { return nil }
    let folder = Paths.resolve(root.realpath, target)
    return knowledge.folder(folder) == nil ? .folder(folder) : nil
  }

  private func load(_ entry: LockFile.Entry) -> Node {
    var options = Node.Options()
    options.path = Paths.resolve(root.realpath, entry.location)
    options.package = entry.package
    options.resolved = options.package.resolved.map {
      ConsistentResolve.absolute($0, from: root.realpath, arena)
    }
    options.root = root
    return Node(options, in: arena)
  }

  private func link(
    _ entry: LockFile.Entry, to target: String, _ nodes: inout [String: Node]
  ) throws(Problem) -> Node {
    let path = Paths.resolve(root.realpath, target)
    let location = Paths.relative(root.realpath, path)
    guard let node = nodes[location] else {
      throw Problem(.failed, "has a link without an entry for its target", subject: entry.location)
    }
    var options = Node.Options()
    options.path = Paths.resolve(root.realpath, entry.location)
    options.realpath = path
    options.package = node.package
    options.root = node.root
    options.target = node
    options.isLink = true
    let link = Node(options, in: arena)
    nodes[entry.location] = link
    if node.parent == nil, let package = knowledge.folder(path), !package.isMissing {
      node.setPackage(package)
    }
    return link
  }

  private func assignBundles(_ nodes: [Node]) {
    for node in nodes {
      guard let parent = node.parent, node.package.isInBundle, !parent.package.isInBundle,
        parent.edgesOut[node.name] != nil
      else { continue }
      parent.package.bundleDependencies.append(node.name.text)
    }
  }
}
