import Ecosystem
import JavaScript

/// The versions that dependencies took in a run, of one kind of dependencies.
///
/// Whether a version may serve another range than that of its first dependency depends on the text of
/// that one: an exact version serves all ranges that it fits, another one only those whose own best
/// version has the same major number.
struct TakenVersions {
  /// Whether the first dependency that took a package asked for exactly this version.
  private var isExact: [Int: Bool] = [:]

  /// Adds a package, unless it was taken before.
  mutating func add(_ package: Int, isExact: Bool) {
    if self.isExact[package] == nil { self.isExact[package] = isExact }
  }

  /// Returns the first of some packages that serves a range whose own best version has a major number.
  func first(of packages: [Int], in graph: Graph, _ range: BunRange, major: Int) -> Int? {
    packages.first { index in
      guard let isExact = isExact[index], let version = graph[index].version else { return false }
      return range.admits(version) && (isExact || version.major == major)
    }
  }
}

/// The reuse of versions that are there, as Bun 1.4.4 was seen to do it: dependencies are resolved one
/// after the other, breadth first, and take a version that an earlier one took.
///
/// For plain dependencies this only decides which versions `Collapse` can choose from. A dependency that
/// a package brings along keeps what it took.
extension ResolverRun {
  /// Returns the package for an edge of a package that the registry would give another one.
  func reused(insteadOf own: Int, for edge: Edge, _ owner: Int) throws(Problem) -> Int {
    guard input.dialect.isDeterministic, edge.kind != .peer, !isForced(edge),
      graph[own].isRegistered, let best = graph[own].version,
      case .range(let package, let range) = try requirement(of: edge, owner).kind
    else { return own }
    let versions = graph.versions(of: package)
    if edge.isBundled {
      guard input.lock == nil else { return own }
      return taken.first(of: versions, in: graph, range, major: best.major) ?? own
    }
    guard graph[own].isNew else { return own }
    // Versions of the old lock come first.
    let old = versions.first { index in
      guard !graph[index].isNew, let version = graph[index].version else { return false }
      return range.admits(version) && version.major == best.major
    }
    return old ?? takenOutside.first(of: versions, in: graph, range, major: best.major) ?? own
  }

  /// Returns the package for an edge of the project that took a version of an earlier one: the best one of
  /// the registry if that has another major number.
  mutating func taken(insteadOf own: Int, for edge: Edge, _ owner: Int) throws(Problem) -> Int {
    guard input.dialect.isDeterministic, edge.kind != .peer, graph[own].isRegistered,
      graph[own].isNew, case .range(let package, let range) = try requirement(of: edge, owner).kind
    else { return own }
    let count = graph.packages.count
    guard let best = try fromRegistry(of: edge, owner), best != own,
      let version = graph[best].version
    else { return own }
    let versions = graph.versions(of: package).filter { $0 != best }
    let found = takenOutside.first(of: versions, in: graph, range, major: version.major)
    if found != nil, best == count { graph.leave(best) }
    return found ?? best
  }

  /// Remembers what an edge took, for later ones.
  mutating func remember(_ edge: Edge, took package: Int, _ owner: Int) throws(Problem) {
    guard case .range(_, let range) = try requirement(of: edge, owner).kind, edge.kind != .peer
    else { return }
    let isExact = if case .exact = range { true } else { false }
    taken.add(package, isExact: isExact)
    if !edge.isBundled { takenOutside.add(package, isExact: isExact) }
  }
}
