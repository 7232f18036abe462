import JavaScript
import Text

extension Node {
  /// Moves the node and everything in its folder to a root; nil makes it a root itself.
  ///
  /// Finds the parent by the path, connects links with their targets, replaces the node at the same
  /// place, and resolves the edges again that would lead from one tree to another.
  func setRoot(_ given: Node?) {
    var found = given
    while let next = found, next.root !== next { found = next.root }
    let newRoot = found ?? self
    delist()
    guard path != nil, newRoot.path != nil else {
      ownRoot = newRoot === self ? nil : newRoot
      return
    }
    ownRoot = nil
    let oldTarget = releaseLinks()
    leaveFamily(for: newRoot)
    if newRoot === self {
      refreshLocation()
    } else {
      enter(newRoot)
    }
    reloadForeignEdges()
    bringFamily()
    if isLink, let oldTarget, ownTarget == nil, newRoot !== self { oldTarget.setRoot(newRoot) }
    let inherits = !arena.dialect.has(.equalOverrides)
    if inherits, overrides == nil, let rules = ownParent?.overrides {
      overrides = rules.rule(forNode: name.text, version: semver)
    }
  }

  private func releaseLinks() -> Node? {
    for link in linksIn.elements { link.ownTarget = nil }
    linksIn.removeAll()
    guard isLink, let target = ownTarget else { return nil }
    target.linksIn.remove(self)
    if target.root === self { target.delist() }
    ownTarget = nil
    return target
  }

  private func leaveFamily(for newRoot: Node) {
    if let parent = ownParent, parent.root !== newRoot {
      parent.children.remove(name)
      ownParent = nil
    }
    if let parent = ownFsParent, parent.root !== newRoot {
      parent.fsChildren.remove(self)
      ownFsParent = nil
    }
  }

  private func enter(_ newRoot: Node) {
    let relative = Paths.relative(newRoot.realpath, path ?? "")
    newRoot.inventory[relative]?.setRoot(nil)
    ownRoot = newRoot
    location = relative
    newRoot.inventory.add(self)
    findParent(in: newRoot)
    if ownParent == nil { newRoot.tops.insert(self) } else { newRoot.tops.remove(self) }
    adoptTops(of: newRoot)
    joinLinks(in: newRoot)
  }

  private func findParent(in newRoot: Node) {
    let inventory = newRoot.inventory
    var folders = FoldersAbove(of: self, below: newRoot.realpath)
    while let folder = folders.next() {
      guard let above = inventory[folder], !above.isLink, above !== self else { continue }
      if isModule(of: folder) { becomeChild(of: above) } else { becomeFsChild(of: above) }
      return
    }
  }

  /// Whether the node is in the `node_modules` of the package at a location, under its own name.
  private func isModule(of folder: String) -> Bool {
    let own = location.utf8.span
    let modules = "node_modules/"
    let start = folder.isEmpty ? 0 : folder.utf8.count + 1
    let end = start + modules.utf8.count
    return own.count == end + name.text.utf8.count && own.hasBytes(of: folder.utf8.span, at: 0)
      && own.hasBytes(of: modules.utf8.span, at: start)
      && own.hasBytes(of: name.text.utf8.span, at: end)
  }

  private func becomeChild(of above: Node) {
    if let old = above.children[name], old !== self { old.setRoot(nil) }
    if let parent = ownParent {
      parent.children.remove(name)
      parent.reloadEdges(named: name)
    }
    above.children.set(name, self)
    ownParent = above
    if !isLink { above.reloadEdges(named: name) }
  }

  private func becomeFsChild(of above: Node) {
    ownFsParent?.fsChildren.remove(self)
    above.fsChildren.insert(self)
    ownFsParent = above
  }

  /// Makes the tops in this node's folder its children.
  private func adoptTops(of newRoot: Node) {
    guard !newRoot.tops.isEmpty, let path else { return }
    let modules = (location.isEmpty ? "" : location + "/") + "node_modules/"
    for child in newRoot.tops.elements {
      let isChild = child.location == modules + child.name.text
      guard isChild || isFsChild(child, path) else { continue }
      if isLink {
        child.setRoot(nil)
        continue
      }
      child.ownFsParent?.fsChildren.remove(child)
      child.ownFsParent = nil
      if isChild {
        children.set(child.name, child)
        child.ownParent = self
        newRoot.tops.remove(child)
      } else {
        fsChildren.insert(child)
        child.ownFsParent = self
      }
    }
  }

  private func isFsChild(_ child: Node, _ path: String) -> Bool {
    guard child !== self, child.ownParent == nil, let childPath = child.path,
      Paths.starts(Paths.dirname(childPath), with: path)
    else { return false }
    guard let above = child.ownFsParent, above !== self else { return true }
    return Paths.starts(Paths.dirname(path), with: above.path ?? "")
  }

  /// Connects this node with its links, or this link with its target.
  private func joinLinks(in newRoot: Node) {
    if isLink {
      guard let other = sameRealpath(in: newRoot), let target = other.target else { return }
      ownTarget = target
      ownPackage = target.ownPackage
      target.linksIn.insert(self)
      ownParent?.reloadEdges(named: name)
    } else if !newRoot.inventory.links.isEmpty {
      for link in newRoot.inventory.links.elements where link.realpath == realpath {
        link.ownTarget = self
        link.ownPackage = ownPackage
        linksIn.insert(link)
        link.ownParent?.reloadEdges(named: link.name)
      }
    }
  }

  private func sameRealpath(in newRoot: Node) -> Node? {
    let relative = Paths.relative(newRoot.realpath, realpath)
    if let node = newRoot.inventory[relative], !node.isLink, node !== self { return node }
    return newRoot.inventory.links.elements.first { $0 !== self && $0.realpath == realpath }
  }

  private func reloadForeignEdges() {
    let root = root
    if edgesIn.contains(where: { $0.from.root !== root }) {
      for edge in edgesIn.elements where edge.from.root !== root { edge.reload() }
    }
    for edge in edgesOut.elements where edge.to == nil || edge.to?.root !== root { edge.reload() }
  }

  private func bringFamily() {
    let root = root
    if children.isEmpty, fsChildren.isEmpty, ownInventory == nil { return }
    var family = NodeSet(fsChildren.elements)
    for child in children.elements { family.insert(child) }
    for node in ownInventory?.nodes ?? [] { family.insert(node) }
    family.remove(self)
    let movers = family.elements
    for child in movers where child.root !== root {
      child.delist()
      child.ownParent = nil
      if children[child.name] === child { children.remove(child.name) }
      child.ownFsParent = nil
      fsChildren.remove(child)
      for link in child.linksIn.elements { link.ownTarget = nil }
      child.linksIn.removeAll()
    }
    for child in movers where child.root !== root { child.setRoot(root) }
  }

  /// Resolves the edges of a name again, in this folder and below, if their target may have changed.
  ///
  /// The order of the tree determines the order in which several edges reach their new target.
  func reloadEdges(named name: Name) {
    let affected = name.edges.all.filter { edge in
      edge.from.isDescendant(of: self) && edge.from.needsReload(edge, from: location)
    }
    guard affected.count > 1 else {
      affected.first?.reload(hard: true)
      return
    }
    let ways = affected.compactMap { edge in
      edge.from.way(down: self).map { (way: $0, edge: edge) }
    }
    for (_, edge) in ways.sorted(by: { $0.way < $1.way }) { edge.reload(hard: true) }
  }

  /// The positions on the path from a folder to a node, ordered like a walk: a folder, its children,
  /// then its other contents.
  private struct Way: Comparable {
    /// The position in the folder; -1 for the folder itself.
    var first = -1
    /// The positions below that, from the last to the second.
    var others: [Int] = []

    static func < (left: Way, right: Way) -> Bool {
      if left.first != right.first { return left.first < right.first }
      return left.others.reversed().lexicographicallyPrecedes(right.others.reversed())
    }
  }

  /// Returns the path from a folder above; nil while a folder on the path is being moved.
  private func way(down above: Node) -> Way? {
    var way = Way()
    var node = self
    while node !== above {
      guard let parent = node.resolveParent, let slot = parent.slot(of: node) else { return nil }
      if way.first >= 0 { way.others.append(way.first) }
      way.first = slot
      node = parent
    }
    return way
  }

  private func slot(of node: Node) -> Int? {
    if let slot = children.slot(of: node, named: node.name) { return slot }
    return fsChildren.slot(of: node).map { $0 + 1 << 40 }
  }

  private func needsReload(_ edge: Edge, from start: String) -> Bool {
    let found = resolve(edge.name)
    guard found === edge.to, let to = found else { return found !== edge.to }
    let (target, name) = (to.location.utf8, edge.name.text)
    return target.count == start.utf8.count + Self.modules.count + name.utf8.count
      && to.location == start + Self.modules + name
  }

  private static let modules = "/node_modules/"
}
