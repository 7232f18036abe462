import Ecosystem

/// Answers the questions of a resolution from the documents that were fetched.
///
/// (CocoaPods 1.16.2, `Resolver`.)
final class PodProvider {
  let input: ResolverInput
  let metadata: PodMetadata
  private var searches: [PodDependency: Search] = [:]
  /// Where the versions of a pod come from; the first dependency on it decides.
  private var origins: [String: Origin] = [:]
  private var dependenciesByPossibility: [Possibility: [PodDependency]] = [:]

  private enum Origin {
    case external(Podspec)
    case repositories([SpecRepository])
  }

  /// The versions that a requirement can be met by.
  final class Search {
    /// In ascending order, without regard to whether they have the subspec.
    let versions: [Possibility]
    /// Those that have the subspec, the newest first.
    let existing: Possibilities

    init(_ versions: [Possibility], existing: Possibilities) {
      self.versions = versions
      self.existing = existing
    }
  }

  init(_ input: ResolverInput, _ metadata: PodMetadata) {
    self.input = input
    self.metadata = metadata
  }

  /// Returns the versions that satisfy a requirement, and the lock or the Podfile.
  func search(_ dependency: PodDependency) throws(PodStop) -> Search {
    if let known = searches[dependency] { return known }
    var parts = dependency.requirement.parts
    if let locked = input.locked[dependency.name] {
      parts += locked.requirement.parts
    } else {
      parts += (input.requirements[dependency.root] ?? []).flatMap(\.parts)
    }
    guard let requirement = PodRequirement(parts) else {
      throw .problem(Problem(.failed, "has a malformed requirement", subject: dependency.text))
    }
    let versions = try candidates(dependency, requirement)
    let search = Search(
      versions,
      existing: dependency.name.contains("/")
        ? existing(versions) : Possibilities { versions.dropLast($0).last })
    searches[dependency] = search
    return search
  }

  private func existing(_ versions: [Possibility]) -> Possibilities {
    var position = versions.count
    return Possibilities { [unowned self] _ throws(PodStop) in
      while position > 0 {
        position -= 1
        if try spec(of: versions[position]) != nil { return versions[position] }
      }
      return nil
    }
  }

  private func candidates(
    _ dependency: PodDependency, _ requirement: PodRequirement
  ) throws(PodStop) -> [Possibility] {
    switch try origin(of: dependency) {
    case .external(let podspec):
      guard requirement.accepts(podspec.version), podspec.index(of: dependency.name) != nil else {
        return []
      }
      return [Possibility(name: dependency.name, version: podspec.version)]
    case .repositories(let repositories):
      var found: [(version: PodVersion, order: Int, repository: SpecRepository)] = []
      for (order, repository) in repositories.enumerated() {
        let all = metadata.versions[.versions(repository, dependency.root)] ?? []
        found += all.filter { requirement.accepts($0) && input.admits(dependency.root, $0) }
          .map { ($0, -order, repository) }
      }
      // The first repository comes last among equal versions, and so counts as the newest.
      return found.sorted { ($0.version, $0.order) < ($1.version, $1.order) }.map {
        Possibility(name: dependency.name, version: $0.version, repository: $0.repository)
      }
    }
  }

  private func origin(of dependency: PodDependency) throws(PodStop) -> Origin {
    if let known = origins[dependency.root] { return known }
    let origin: Origin
    if dependency.external != nil {
      guard let podspec = input.externals[dependency.root] else {
        throw .problem(Problem(.failed, "wasn't fetched", subject: dependency.root))
      }
      origin = .external(podspec)
    } else {
      let found = try repositories(of: dependency)
      guard !found.isEmpty else {
        throw .problem(
          Problem(
            .unsolvable, "is in none of the repositories of specs", subject: dependency.text,
            advice: "check the name, and the `source` lines of the Podfile"))
      }
      origin = .repositories(found)
    }
    origins[dependency.root] = origin
    return origin
  }

  /// The repositories of specs that have a pod.
  private func repositories(of dependency: PodDependency) throws(PodStop) -> [SpecRepository] {
    let candidates = input.repositories(for: dependency)
    let unknown = candidates.filter { metadata.repositories[$0] == nil }
    guard unknown.isEmpty else { throw .needs(unknown.map { .repository($0) }) }
    let needs = candidates.map { PodDocument.versions($0, dependency.root) }
      .filter { metadata.versions[$0] == nil }
    guard needs.isEmpty else { throw .needs(needs) }
    return candidates.filter {
      metadata.versions[.versions($0, dependency.root)]?.isEmpty == false
    }
  }

  /// Returns the podspec of a version and the place of the spec in it; nil if it has no such subspec.
  func spec(
    of possibility: Possibility
  ) throws(PodStop) -> (podspec: Podspec, index: Int)? {
    let podspec: Podspec
    let root = possibility.name.podRoot
    if let repository = possibility.repository {
      let document = PodDocument.spec(repository, root, possibility.version)
      guard let known = metadata.specs[document] else { throw .needs([document]) }
      podspec = known.podspec
    } else if let external = input.externals[root] {
      podspec = external
    } else {
      return nil
    }
    return podspec.index(of: possibility.name).map { (podspec, $0) }
  }

  /// What a version needs; its own subspecs in exactly its version.
  func dependencies(of possibility: Possibility) throws(PodStop) -> [PodDependency] {
    if let known = dependenciesByPossibility[possibility] { return known }
    guard let (podspec, index) = try spec(of: possibility) else { return [] }
    let root = possibility.name.podRoot
    do throws(Problem) {
      var result = try podspec.dependencies(index)
      for position in result.indices where result[position].root == root {
        result[position].specific = possibility.version
      }
      dependenciesByPossibility[possibility] = result
      return result
    } catch {
      throw .problem(error)
    }
  }
}

extension PodProvider {
  /// Whether a version satisfies a requirement in the state that a graph has.
  func satisfies(
    _ requirement: PodDependency, _ graph: DependencyGraph, _ possibility: Possibility
  ) throws(PodStop) -> Bool {
    requirement.requirement.accepts(possibility.version)
      && admitsPrerelease(requirement, graph, possibility)
      ? try isCompatible(requirement, graph, possibility) : false
  }

  /// A pre-release is chosen only if a requirement on the pod names one.
  private func admitsPrerelease(
    _ requirement: PodDependency, _ graph: DependencyGraph, _ possibility: Possibility
  ) -> Bool {
    if requirement.isPrerelease || requirement.external != nil || !possibility.version.isPrerelease
    {
      return true
    }
    var isNamed = false
    for name in graph.names where name.podRoot == requirement.root {
      guard let vertex = graph[name], let payload = vertex.payload else { continue }
      isNamed =
        isNamed || vertex.requirements.contains { $0.isPrerelease || $0.external != nil }
      if case .spec(let chosen) = payload {
        if chosen.version == possibility.version { return true }
        break
      }
    }
    return isNamed
  }

  /// Whether the targets that need a pod run on systems that are new enough for it.
  private func isCompatible(
    _ requirement: PodDependency, _ graph: DependencyGraph, _ possibility: Possibility
  ) throws(PodStop) -> Bool {
    if input.locked.contains(possibility.name) { return true }
    guard let vertex = graph[requirement.name] else {
      // CocoaPods crashes here: NoMethodError, undefined method `recursive_predecessors'.
      throw .problem(
        Problem(
          .unsolvable, "leads CocoaPods into an internal error", subject: requirement.text))
    }
    var roots = graph.predecessors(of: vertex.name).compactMap { graph[$0] }.filter(\.isRoot)
    if vertex.isRoot { roots.append(vertex) }
    let platforms = roots.flatMap(\.explicit).flatMap { input.platforms[$0] ?? [] }
    guard !platforms.isEmpty, let (podspec, index) = try spec(of: possibility) else { return true }
    if podspec.specs[index].kind != .library { return true }
    let available = podspec.platforms(index)
    return platforms.allSatisfy { target in
      available.allSatisfy { $0.name != target.name || target.supports($0) }
    }
  }

  /// Sorts requirements by the order in which they are decided; equal ones keep their order.
  ///
  /// Activated pods come first, then external ones, pre-releases, pods in conflict, and those with
  /// the fewest versions.
  func sorted(
    _ dependencies: [PodDependency], _ graph: DependencyGraph, inConflict conflicts: Set<String>
  ) throws(PodStop) -> [PodDependency] {
    var keyed: [(rank: Int, count: Int, dependency: PodDependency)] = []
    for dependency in dependencies {
      let isActivated = graph[dependency.name]?.payload != nil
      let marks = [
        isActivated, dependency.external != nil, dependency.isPrerelease,
        conflicts.contains(dependency.name),
      ]
      let rank = marks.reduce(0) { $0 * 2 + ($1 ? 0 : 1) }
      keyed.append((rank, try search(dependency).versions.count, dependency))
    }
    try countSubspecs(&keyed)
    return keyed.enumerated().sorted { left, right in
      (left.element.rank, left.element.count, left.offset)
        < (right.element.rank, right.element.count, right.offset)
    }.map(\.element.dependency)
  }

  /// Counts the versions that have a subspec exactly, where that can change the order.
  private func countSubspecs(
    _ keyed: inout [(rank: Int, count: Int, dependency: PodDependency)]
  ) throws(PodStop) {
    var needs: [PodDocument] = []
    for position in keyed.indices where keyed[position].dependency.name.contains("/") {
      let (rank, highest, dependency) = keyed[position]
      let isDecisive = keyed.enumerated().contains {
        $0.offset != position && $0.element.rank == rank
          && ($0.element.count <= highest || $0.element.dependency.name.contains("/"))
      }
      guard isDecisive else { continue }
      var count = 0
      for version in try search(dependency).versions {
        do throws(PodStop) {
          if try spec(of: version) != nil { count += 1 }
        } catch {
          guard case .needs(let more) = error else { throw error }
          needs += more
        }
      }
      keyed[position].count = count
    }
    guard needs.isEmpty else { throw .needs(needs) }
  }
}
