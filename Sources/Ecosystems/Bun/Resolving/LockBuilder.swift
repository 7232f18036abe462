import JSON

/// Makes the lock of a resolved project.
struct LockBuilder {
  let input: ResolverInput
  let graph: Graph

  /// Returns the lock.
  func lock() -> BunLock {
    var lock = BunLock()
    lock.version = version
    lock.config = input.lock.map { min($0.config ?? 0, 1) } ?? 1
    lock.workspaces = input.manifests.map(\.locked)
    lock.workspaces.sort { $0.path.precedesInBytes($1.path) }
    lock.overrides = input.overrides.locked
    input.catalogs.write(to: &lock)
    let slots = Hoisting.slots(of: graph)
    lock.packages = slots.map(slot)
    addLists(to: &lock, slots.sorted { ($0.tree, $0.order) < ($1.tree, $1.order) })
    addExtensions(to: &lock, slots)
    return lock
  }

  private var version: Int {
    if input.overrides.hasNested { return 3 }
    guard let lock = input.lock else { return input.dialect.lockVersion }
    return lock.version == 3 ? 2 : max(lock.version, 1)
  }

  private func slot(_ slot: Hoisting.Slot) -> LockedSlot {
    let package = graph[slot.package]
    var result = LockedSlot(path: slot.path, package: package.label, digests: package.digests)
    switch package.source {
    case .member: break
    case .root:
      var info = Object()
      if let bin = input.manifests[0].bin { info["bin"] = bin }
      result.info = info
    case .registry(_, let address):
      result.address = address
      result.info = package.info(isBundled: slot.isBundled)
    case .folder, .tarball, .link, .other: result.info = package.info(isBundled: slot.isBundled)
    }
    return result
  }

  /// Adds the trusted and the patched packages that are in the tree.
  private func addLists(to lock: inout BunLock, _ slots: [Hoisting.Slot]) {
    if let trusted = input.trusted {
      let names = Set(trusted)
      let found = slots.compactMap { slot -> String? in
        let own = [slot.names.last ?? "", graph[slot.package].name]
        return own.first(where: names.contains)
      }
      lock.trusted = HashOrder.sorted(found, reserve: trusted.count)
      if found.isEmpty, !trusted.isEmpty || !input.dialect.writesEmptyTrusted {
        lock.trusted = nil
      }
    }
    if input.patches.isEmpty { return }
    let paths = Dictionary(input.patches.map { ($0.name, $0.text) }) { $1 }
    let found = slots.map { graph[$0.package].label }.filter { paths[$0] != nil }
    lock.patches = HashOrder.sorted(found, reserve: input.patches.count).compactMap { name in
      paths[name].map { BunLock.Named(name: name, text: $0) }
    }
  }

  private func addExtensions(to lock: inout BunLock, _ slots: [Hoisting.Slot]) {
    for index in Set(slots.map(\.package)) {
      let added = graph[index].edges.filter(\.isAdded)
      if added.isEmpty { continue }
      let names = { (isPeer: Bool) in
        added.filter { ($0.kind == .peer) == isPeer }.map(\.name)
          .sorted { $0.precedesInBytes($1) }
      }
      lock.extensions.append(
        BunLock.Extension(
          package: graph[index].label, dependencies: names(false), peers: names(true)))
    }
    lock.extensions.sort { $0.package.precedesInBytes($1.package) }
  }
}
