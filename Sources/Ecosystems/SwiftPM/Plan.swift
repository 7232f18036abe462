import Ecosystem
import Text
import Versioning

/// The pins that guide the solver for a goal, and the versions that it must reach.
struct SwiftPlan: LockPlan {
  /// The pins that the solver prefers.
  var pins: [PackageIdentity: Pin]
  /// The versions that the solution must have.
  var wanted: [PackageIdentity: SemanticVersion] = [:]
  private(set) var replacements: [Replacement] = []
  /// Fetches the documents for all stages.
  var fetcher: Fetcher
  /// Whether the versions stay that still fit, as with `swift package resolve`.
  private(set) var isLock = false
  /// What new versions change that the project may not be able to use.
  var warnings: [Warning] = []
  /// Whether named packages are updated, so that all other pins have to stay.
  var isForNames = false
  /// Whether all packages are updated, so that one unreadable release must not stop the others.
  var isForAll = false

  init(
    _ goal: Goal, _ contents: Contents, _ lookUp: LookUp
  ) async throws(Problem) {
    fetcher = Fetcher(lookUp: lookUp)
    pins = contents.pins
    switch goal {
    case .lock(let options):
      isLock = !options.fresh
      if options.fresh { pins = [:] }
    case .updateAll(let options):
      isForAll = true
      let all = contents.pins.keys.sorted()
      pins = [:]
      for identity in all {
        try await bound(identity, by: options, contents)
      }
    case .update(let targets, let options):
      isForNames = true
      for target in targets {
        try await aim(at: target, options, contents)
      }
    }
  }

  var heldBack: [HeldBackRelease] { fetcher.heldBack }

  func isReached(by lock: ResolvedFile) -> Bool { missed(by: lock.pins).isEmpty }

  /// The wanted versions that pins don't have.
  func missed(by pins: [Pin]) -> [PackageIdentity: SemanticVersion] {
    wanted.filter { wanted in
      !pins.contains { $0.identity == wanted.key && $0.state.version == wanted.value }
    }
  }

  private mutating func aim(
    at target: Goal.Target, _ options: UpdateOptions, _ contents: Contents
  ) async throws(Problem) {
    guard let package = contents.reference(named: target.name) else {
      throw Problem(
        .usage, "is not a dependency of \(contents.project.manifest)", subject: target.name)
    }
    unlock(package.identity)
    if options.withDependencies {
      try await unlockDependencies(of: package, contents)
    }
    // A branch is always updated to its head.
    if case .branch? = contents.requirement(of: package.identity), target.version?.isCommit == true
    {
      return
    }
    guard let text = target.version else {
      return try await bound(package.identity, by: options, contents)
    }
    let version = try await version(text, of: package)
    wanted[package.identity] = version
    let edit = RequirementEdit(version: version, strategy: options.strategy)
    replacements += try edit.replacements(for: package.identity, in: contents)
    prefer(version, for: package, contents)
  }

  private mutating func unlock(_ identity: PackageIdentity) {
    pins[identity] = nil
  }

  /// Makes the solver prefer a version as if it were pinned, without a revision.
  private mutating func prefer(
    _ version: SemanticVersion, for package: PackageReference, _ contents: Contents
  ) {
    pins[package.identity] = Pin(
      identity: package.identity, kind: package.pinKind, location: package.location,
      state: .version(version, revision: nil))
  }

  private mutating func version(
    _ text: String, of package: PackageReference
  ) async throws(Problem) -> SemanticVersion {
    guard let version = SemanticVersion(tag: text) else {
      throw Problem(.usage, "is not a version", subject: text)
    }
    try await fetcher.learn([.releases(package)])
    guard let entry = fetcher.metadata.releases(of: package)?.versions[version] else {
      throw Problem(.unsolvable, "has no version \(version)", subject: package.description)
    }
    return entry.version
  }

  /// Limits the step by preferring the newest version within it.
  private mutating func bound(
    _ identity: PackageIdentity, by options: UpdateOptions, _ contents: Contents
  ) async throws(Problem) {
    guard let level = options.level, let pin = contents.pins[identity],
      let current = pin.state.version,
      let package = contents.reference(named: identity.description)
    else { return }
    try await fetcher.learn([.releases(package)])
    let requirement = contents.requirement(of: identity)
    let entries = fetcher.metadata.releases(of: package)?.versions.entries ?? []
    let best = entries.last { entry in
      guard !entry.version.isPrerelease || current.isPrerelease else { return false }
      guard let step = entry.version.step(from: current), step <= level else { return false }
      return requirement?.contains(entry.version) ?? true
    }
    prefer(best?.version ?? current, for: package, contents)
    if options.strict { wanted[identity] = best?.version ?? current }
  }

  /// Unlocks the dependencies of a package at its pinned state.
  private mutating func unlockDependencies(
    of package: PackageReference, _ contents: Contents
  ) async throws(Problem) {
    for identity in try await fetcher.pinned([package], contents) where identity != package.identity
    {
      unlock(identity)
    }
  }

  /// Returns a requirement on the wanted version, as if it were the project's own.
  func demand(
    _ identity: PackageIdentity, _ version: SemanticVersion, _ contents: Contents
  ) throws(Problem) -> PackageDependency {
    guard let reference = contents.reference(named: identity.description) else {
      throw Problem(.usage, "is not a dependency", subject: identity.description)
    }
    let source: PackageDependency.Source =
      reference.kind == .registry ? .registry(reference.location) : .url(reference.location)
    return PackageDependency(source: source, requirement: .exact(version), range: 0..<0)
  }
}

extension SwiftPMProject {
  /// Decides which pins are unlocked and which requirements are edited.
  func plan(for goal: Goal) async throws(Problem) -> SwiftPlan? {
    try await SwiftPlan(goal, contents, lookUp)
  }
}
