extension Node {
  /// Sets the target of a link, and moves the target to the link's root.
  func aim(at target: Node) {
    if ownTarget === target { return }
    guard path != nil else {
      if let path = target.path {
        realpath = path
      } else {
        target.path = realpath
        target.realpath = realpath
      }
      target.setRoot(root)
      ownTarget = target
      target.linksIn.insert(self)
      setPackage(target.ownPackage)
      return
    }
    delist()
    setPackage(target.ownPackage)
    realpath = target.path ?? realpath
    refreshLocation()
    target.setRoot(root)
  }
}
