import Ecosystem
import JavaScript

/// Refusals of results whose rules aren't known.
extension ResolverRun {
  /// Requires that the result doesn't depend on what isn't known about minimum ages and
  /// optional peers.
  mutating func requireCertainty() throws(Problem) {
    try requireSameDetails()
    guard isChanged, input.dialect.isDeterministic else { return }
    try requireHolders()
    try requireOneProjectPeer()
  }

  /// Refuses a package that only optional peers hold: Bun keeps some, and drops others.
  private func requireHolders() throws(Problem) {
    let held = graph.reachable(throughOptionalPeers: false)
    let live = graph.reachable(throughOptionalPeers: true)
    guard let loose = live.subtracting(held).min() else { return }
    throw Problem(
      .refused, "is held by optional peers alone, and it isn't certain whether it stays",
      subject: graph[loose].label)
  }

  /// Refuses several versions of what a peer of the project leads to in a new lock, or if peers of
  /// packages ask for it too: it isn't certain who takes which, and where Bun places them.
  private func requireOneProjectPeer() throws(Problem) {
    let live = graph.reachable(throughOptionalPeers: true)
    let wanted = graph.packages.filter(\.isOfProject).flatMap(\.edges).compactMap { edge in
      edge.kind == .peer ? edge.target.map { graph[$0].name } : nil
    }
    for name in Set(wanted).sorted() where graph.versions(of: name).filter(live.contains).count > 1
    {
      let isAsked = live.contains { owner in
        graph[owner].isRegistered
          && graph[owner].edges.contains { edge in
            edge.kind == .peer && !edge.isOptionalPeer
              && edge.target.map { graph[$0].name } == name
          }
      }
      guard isAsked || input.lock == nil else { continue }
      throw Problem(
        .refused, "has versions that peers of the project decide about", subject: name)
    }
  }

  /// Refuses a package of the old lock that lacks what the registry says about it now.
  ///
  /// With a minimum age, Bun reads full documents, and fills in what it didn't know before.
  /// An update of everything asks for all documents.
  private mutating func requireSameDetails() throws(Problem) {
    guard input.settings.releaseAge != nil, input.dialect.writesDetails else { return }
    for index in graph.reachable(throughOptionalPeers: true).sorted() {
      let package = graph[index]
      guard package.isRegistered, !package.isNew else { continue }
      if input.aim == .updateAll { _ = try packument(package.name) }
      guard
        case .packument(.success(let packument))? = findings[
          .packument(package.name, isFull: true)],
        let manifest = packument.versions.last(where: { $0.version == package.version })
      else { continue }
      let properties = try Package(manifest, of: packument).properties
      if properties == package.properties { continue }
      throw Problem(
        .refused, "lacks details in the lock, which minimumReleaseAge can bring",
        subject: package.label)
    }
  }

  /// Refuses an older version than the locked one, which a minimum age can bring.
  func requireNotYounger(_ present: Int) throws(Problem) {
    guard input.settings.releaseAge != nil else { return }
    throw Problem(
      .refused, "is younger than minimumReleaseAge, and it isn't certain whether it stays",
      subject: graph[present].label)
  }
}
