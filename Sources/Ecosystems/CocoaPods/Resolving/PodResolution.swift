import Ecosystem

/// A version for each pod, and which target has which pods.
struct PodSolution: Sendable {
  /// A pod or subspec of a target.
  struct Pod: Hashable, Sendable {
    var possibility: Possibility
    /// The texts of its dependencies on all platforms, sorted.
    var dependencies: [String]
  }

  /// The pods of all targets, each once.
  var pods: [Pod]
  /// The podspecs of the pods without subspecs that come from repositories of specs.
  var published: [String: PublishedSpec]
}

/// Runs Molinillo again and again, with the documents that were fetched so far.
struct PodResolution: ResumableResolution {
  let input: ResolverInput
  /// The version of CocoaPods that pods can require.
  let cocoapods: PodVersion
  private(set) var metadata: PodMetadata

  init(_ input: ResolverInput, _ metadata: PodMetadata, cocoapods: PodVersion) {
    self.input = input
    self.metadata = metadata
    self.cocoapods = cocoapods
  }

  mutating func resume() throws(Problem) -> ResolutionStep<PodSolution, PodDocument> {
    let first = missingIndexes
    if !first.isEmpty { return .needs(first) }
    let provider = PodProvider(input, metadata)
    do throws(PodStop) {
      let graph = try Molinillo(provider).resolve()
      return .finished(try TargetPods(graph, provider, cocoapods).solution())
    } catch {
      switch error {
      case .needs(let documents): return .needs(documents)
      case .problem(let problem): throw problem
      case .circular(let names):
        throw Problem(.unsolvable, "need each other", subject: names.joined(separator: " and "))
      }
    }
  }

  /// The indexes that every resolution needs: those of the Podfile's pods.
  private var missingIndexes: [PodDocument] {
    let needed = input.dependencies.filter { $0.external == nil }
    let repositories = needed.flatMap(input.repositories).uniqued()
      .filter { metadata.repositories[$0] == nil }
    if !repositories.isEmpty { return repositories.map { .repository($0) } }
    return needed.flatMap(indexes).uniqued()
  }

  private func indexes(of dependency: PodDependency) -> [PodDocument] {
    guard input.externals[dependency.root] == nil else { return [] }
    return input.repositories(for: dependency)
      .filter { metadata.repositories[$0] != nil }
      .map { .versions($0, dependency.root) }
      .filter { metadata.versions[$0] == nil }
  }

  mutating func add(
    _ content: PodMetadata.Content, for document: PodDocument
  ) throws(Problem) -> [PodDocument] {
    metadata.add(content, for: document)
    switch (content, document) {
    case (.versions(let versions), .versions(let repository, let pod)):
      let requirements =
        (input.requirements[pod] ?? [])
        + [input.locked[pod]?.requirement]
        .compactMap(\.self)
      let likely = versions.last { version in
        input.admits(pod, version)
          && requirements.allSatisfy {
            $0.accepts(version) && ($0.isPrerelease || !version.isPrerelease)
          }
      }
      return likely.map { [.spec(repository, pod, $0)] } ?? []
    case (.spec(let spec), _):
      // Dependencies for other platforms aren't needed, but fetching their index costs little.
      return try spec.podspec.dependencies(0).flatMap(indexes).uniqued()
    default: return []
    }
  }
}

/// Distributes the pods of a resolution over the targets.
struct TargetPods {
  let graph: DependencyGraph
  let provider: PodProvider
  let cocoapods: PodVersion

  init(_ graph: DependencyGraph, _ provider: PodProvider, _ cocoapods: PodVersion) {
    self.graph = graph
    self.provider = provider
    self.cocoapods = cocoapods
  }

  func solution() throws(PodStop) -> PodSolution {
    var used: Set<String> = []
    for target in provider.input.targets where target.isInstalled {
      used.formUnion(try pods(of: target))
    }
    var pods: [PodSolution.Pod] = []
    var published: [String: PublishedSpec] = [:]
    for name in graph.names where used.contains(name) {
      guard case .spec(let chosen)? = graph[name]?.payload else { continue }
      let dependencies = try texts(of: chosen)
      pods.append(.init(possibility: chosen, dependencies: dependencies))
      if let repository = chosen.repository {
        published[name.podRoot] =
          provider.metadata.specs[.spec(repository, name.podRoot, chosen.version)]
      }
    }
    return PodSolution(pods: pods, published: published)
  }

  /// The names of the pods that a target reaches on its platform.
  private func pods(of target: ResolverInput.Target) throws(PodStop) -> Set<String> {
    var used: Set<String> = []
    var open = target.dependencies.map(\.name)
    while let name = open.popLast() {
      guard used.insert(name).inserted, case .spec(let chosen)? = graph[name]?.payload,
        let (podspec, index) = try provider.spec(of: chosen)
      else { continue }
      try check(podspec, index, target)
      let needed = try Set(dependencies(podspec, index, target.platform).map(\.name))
      open += graph[name]?.outgoing.map(\.destination).filter(needed.contains) ?? []
    }
    return used
  }

  private func check(
    _ podspec: Podspec, _ index: Int, _ target: ResolverInput.Target
  ) throws(PodStop) {
    let name = podspec.specs[index].name
    if let needed = podspec.cocoapodsRequirement, !needed.accepts(cocoapods) {
      throw .problem(
        Problem(
          .unsolvable, "requires CocoaPods \(needed.text), and the lock is for \(cocoapods)",
          subject: "\(name) \(podspec.version)"))
    }
    guard let platform = target.platform else { return }
    guard podspec.platforms(index).contains(where: { $0.name == platform.name }) else {
      throw .problem(
        Problem(
          .unsolvable, "doesn't support \(platform.displayName), the platform of \(target.name)",
          subject: "\(name) \(podspec.version)"))
    }
  }

  private func dependencies(
    _ podspec: Podspec, _ index: Int, _ platform: PodPlatform?
  ) throws(PodStop) -> [PodDependency] {
    do throws(Problem) {
      return try podspec.dependencies(index, on: platform)
    } catch {
      throw .problem(error)
    }
  }

  private func texts(of chosen: Possibility) throws(PodStop) -> [String] {
    guard let (podspec, index) = try provider.spec(of: chosen) else { return [] }
    let all = try dependencies(podspec, index, nil).map(\.text).uniqued()
    return PodfileLock.sorted(all, by: \.self)
  }
}
