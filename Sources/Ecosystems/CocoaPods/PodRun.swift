import Crypto
import Ecosystem
import Synchronization
import Text

/// One resolution of a Podfile, from the changes since the lock to the new lock.
struct PodRun {
  let project: PodProject
  var plan: PodPlan
  /// The documents that were fetched so far.
  var metadata: PodMetadata

  init(project: PodProject, plan: PodPlan, metadata: PodMetadata) {
    self.project = project
    self.plan = plan
    self.metadata = metadata
  }

  /// The lock that counts: none for a fresh one.
  private var old: PodfileLock? { plan.isEverything ? nil : project.lock }

  /// Resolves and composes the lock.
  mutating func lock() async throws(Problem) -> PodfileLock {
    guard project.podfile.unknownPlatforms.isEmpty else { return try await lockForAnyPlatform() }
    return try await lock(of: project.podfile)
  }

  /// Resolves and composes the lock of a Podfile whose platforms are known.
  mutating func lock(of podfile: Podfile) async throws(Problem) -> PodfileLock {
    let version = try writtenVersion()
    try project.refuseUnknown()
    var podfile = podfile
    let dependencies = try completed(&podfile)
    try await XcodePlatforms(folder: project.folder, tree: project.tree).complete(&podfile)
    let changes = PodChanges(dependencies, since: project.lock)
    let externals = try await externals(dependencies, changes)
    let style = style(of: externals, version)
    var input = try self.input(podfile)
    input.externals = externals.mapValues(\.podspec)
    if let old {
      let changedLocals = dependencies.filter { $0.external?.isLocal == true }.map(\.root)
        .filter { externals[$0]?.checksum(style) != old.checksums[$0] }
      input.locked = LockedGraph(
        old, updating: changes.changed.union(changes.deleted).union(plan.named),
        unlocking: Set(changedLocals))
    }
    input.admits = { [plan] in plan.admits($0, $1) }
    let solution = try await solve(input, version)
    return try compose(solution, podfile, externals, style, version)
  }

  /// The version of CocoaPods for the lock: the stated one, that of the lock, or the standard.
  ///
  /// - Throws: a refusal if locks of that version differ from those of known ones.
  private func writtenVersion() throws(Problem) -> PodVersion {
    let stated = project.toolchain.stated(.cocoapods)
    let text = stated ?? project.lock?.cocoapods ?? project.toolchain[.cocoapods]
    guard let version = PodVersion(text), let first = PodVersion("1.7.0"),
      let end = PodVersion("1.18.0"), version.compare(first) >= 0, version.compare(end) < 0
    else {
      throw Problem(
        .refused, "is a version of CocoaPods whose locks aren't known",
        subject: "CocoaPods \(text)", at: nil,
        advice: "name a version from 1.7 to 1.17 as `toolchains: cocoapods` in the operator's file")
    }
    return version
  }

  /// The dependencies of the Podfile; with functions that can add pods, also those of the lock.
  private func completed(_ podfile: inout Podfile) throws(Problem) -> [PodDependency] {
    let declared = try podfile.dependencies
    guard let opaque = podfile.opaque.first else { return declared }
    guard let lock = project.lock, !plan.isEverything else {
      throw Problem(
        .refused, "adds pods that only its own code knows", subject: opaque.name,
        at: opaque.location,
        advice: "single pods can be updated if the lock is in the repository")
    }
    let names = Set(declared.map(\.name))
    let others = lock.podfileDependencies.filter { !names.contains($0.name) }
    for target in podfile.targets.indices where podfile.targets[target].parent == 0 {
      podfile.targets[target].pods += others.map {
        Podfile.Pod(dependency: $0, location: opaque.location)
      }
    }
    return try podfile.dependencies
  }

  /// Fetches the podspecs of external pods, those that didn't change at the commit of the lock.
  private func externals(
    _ dependencies: [PodDependency], _ changes: PodChanges
  ) async throws(Problem) -> [String: ExternalPod] {
    var sources: [String: ExternalSource] = [:]
    for dependency in dependencies {
      guard let external = dependency.external else { continue }
      if let known = sources[dependency.root], known != external {
        throw Problem(
          .failed, "comes from two different sources in the Podfile", subject: dependency.root)
      }
      sources[dependency.root] = external
    }
    let sorted = sources.sorted { $0.key < $1.key }
    let results = await fetchAll(sorted.map { External(name: $0.key, source: $0.value) }) {
      [self] (external) async throws(Problem) in try await fetch(external, changes)
    }
    var pods: [String: ExternalPod] = [:]
    for (external, result) in results { pods[external.name] = try result.get() }
    return pods
  }

  private struct External: Sendable {
    var name: String
    var source: ExternalSource
  }

  private func fetch(
    _ external: External, _ changes: PodChanges
  ) async throws(Problem) -> ExternalPod {
    let (name, source) = (external.name, external.source)
    let isFresh =
      plan.isEverything || plan.named.contains(name) || !changes.unchanged.contains(name)
      || changes.changed.contains(name) || changes.added.contains(name)
    let isPodspec = source["podspec"] != nil
    let used = isFresh || isPodspec ? source : old?.checkoutOptions[name] ?? source
    do throws(Problem) {
      return try await project.library.external(
        name, used, folder: project.folder, in: project.tree)
    } catch {
      // What didn't change is described by the lock.
      guard error.kind == .refused, !isFresh, let old, let podspec = old.podspec(of: name),
        let checksum = old.checksums[name]
      else { throw error }
      return ExternalPod(
        podspec: podspec, checkout: old.checkoutOptions[name], lockedChecksum: checksum)
    }
  }

  /// The style that gives the checksums of the lock.
  private func style(of externals: [String: ExternalPod], _ version: PodVersion) -> PodspecStyle {
    let known = PodVersion("1.13.0").map { version.compare($0) >= 0 } ?? true
    let usual = PodspecStyle(hasVisionOS: known)
    var best = (style: usual, count: 0)
    for style in [usual] + PodspecStyle.all {
      let count = externals.count { name, pod in
        pod.lockedChecksum == nil && pod.checksum(style) == project.lock?.checksums[name]
      }
      if count > best.count { best = (style, count) }
    }
    return best.style
  }

  private func input(_ podfile: Podfile) throws(Problem) -> ResolverInput {
    var targets: [ResolverInput.Target] = []
    for index in podfile.targets.indices {
      let platform = podfile.platform(of: index)
      targets.append(
        ResolverInput.Target(
          name: podfile.targets[index].name, platform: platform,
          dependencies: try podfile.dependencies(of: index),
          isInstalled: !podfile.targets[index].isAbstract || platform != nil))
    }
    return ResolverInput(targets: targets, repositories: try project.repositories)
  }

  private mutating func solve(
    _ input: ResolverInput, _ version: PodVersion
  ) async throws(Problem) -> PodSolution {
    var resolution = PodResolution(input, metadata, cocoapods: version)
    var known = metadata
    // The kind of a repository has to be known before its files are fetched.
    for repository in input.dependencies.flatMap(input.repositories).uniqued()
    where known.repositories[repository] == nil {
      let document = PodDocument.repository(repository)
      let content = try await project.library.fetch(document, known)
      known.add(content, for: document)
      _ = try resolution.add(content, for: document)
    }
    let kinds = KnownKinds(known)
    var driver = ResolutionDriver(subject: "Podfile") {
      [library = project.library] (document: PodDocument) async throws(Problem) in
      let content = try await library.fetch(document, kinds.metadata)
      // An indirect pod can be the first one of its repository.
      if case .repository = document { kinds.add(content, for: document) }
      return content
    }
    let solution = try await driver.run(&resolution)
    metadata = resolution.metadata
    return solution
  }
}

/// The kinds of repositories that a resolution has found out so far.
private final class KnownKinds: Sendable {
  private let state: Mutex<PodMetadata>

  init(_ metadata: PodMetadata) {
    state = Mutex(metadata)
  }

  var metadata: PodMetadata { state.withLock { $0 } }

  func add(_ content: PodMetadata.Content, for document: PodDocument) {
    state.withLock { $0.add(content, for: document) }
  }
}
