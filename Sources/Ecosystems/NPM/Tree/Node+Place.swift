import JavaScript

extension Node {
  var parent: Node? { ownParent }
  var root: Node { ownRoot ?? self }
  var isRoot: Bool { root === self }
  /// The next folder in the search for a dependency.
  var resolveParent: Node? { ownParent ?? ownFsParent }
  var isTop: Bool { ownParent == nil }
  /// The node itself, or the target of a link.
  var target: Node? { isLink ? ownTarget : self }

  var isProjectRoot: Bool { isRoot }

  /// The number of `node_modules` folders above.
  var depth: Int {
    var depth = 0
    var node = self
    while let parent = node.ownParent {
      depth += 1
      node = parent
    }
    return depth
  }

  var inventory: Inventory {
    if let ownInventory { return ownInventory }
    let inventory = Inventory()
    ownInventory = inventory
    if isRoot, path != nil { inventory.add(self) }
    return inventory
  }

  /// The package's source; for a link the relative path of its target.
  var resolved: String? {
    guard isLink else { return ownResolved }
    guard let path, !realpath.isEmpty else { return nil }
    return arena.fileSpec(Paths.relative(Paths.dirname(path), realpath))
  }

  /// Moves the node below a package; nil removes it from the tree.
  func setParent(_ newParent: Node?) {
    guard let given = newParent else {
      if ownParent != nil { setRoot(nil) }
      return
    }
    guard let parent = given.target, parent !== self, parent !== ownParent else { return }
    let newPath = (parent.path ?? "") + "/node_modules/" + name.text
    if let old = ownParent {
      old.children.remove(name)
      ownParent = nil
    }
    if let old = ownFsParent {
      old.fsChildren.remove(self)
      ownFsParent = nil
    }
    if newPath != path { changePath(newPath) }
    if let rules = parent.overrides, !arena.dialect.has(.equalOverrides) {
      overrides = rules.rule(forNode: name.text, version: semver)
    }
    setRoot(parent.root)
  }

  /// Changes the path of the node and of everything in its folder.
  private func changePath(_ newPath: String) {
    delist()
    let oldPath = path ?? ""
    path = newPath
    if !isLink {
      realpath = newPath
      for link in linksIn.elements {
        link.delist()
        link.realpath = newPath
        link.refreshLocation()
      }
    }
    for child in fsChildren.elements {
      child.changePath(Paths.resolve(newPath, Paths.relative(oldPath, child.path ?? "")))
    }
    for child in children.elements {
      child.changePath(newPath + "/node_modules/" + child.name.text)
    }
    refreshLocation()
  }

  /// Removes the node from its root's lists, before its path or root changes.
  func delist() {
    guard path != nil else { return }
    root.ownInventory?.remove(self)
    root.tops.remove(self)
  }

  /// Adds the node to its root's lists, after its path or root changed.
  func refreshLocation() {
    guard let path else { return }
    let root = root
    location = root === self ? "" : Paths.relative(root.realpath, path)
    if root === self {
      ownInventory?.add(self)
    } else {
      root.inventory.add(self)
    }
  }

  /// Takes the place and the children of another node.
  func replace(_ node: Node) {
    delist()
    if let above = node.ownParent, above.children[name] === node {
      path = (above.path ?? "") + "/node_modules/" + name.text
    } else {
      path = node.path
      name = node.name
    }
    if !isLink { realpath = path ?? "" }
    refreshLocation()
    if !isLink {
      for kid in node.children.elements { kid.setParent(self) }
      if node.isLink { node.ownTarget?.setRoot(nil) }
    }
    if !node.isRoot { setRoot(node.root) }
  }
}
