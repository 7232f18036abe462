import Ecosystem
import Text
import Versioning

/// What a goal changes: which pins move, to which tags, and which requirements are edited.
struct CarthagePlan: LockPlan {
  /// The names for `carthage update`; nil for all.
  var names: Set<String>?
  /// The tags that must be chosen.
  var targets: [CarthageOrigin: String] = [:]
  /// The largest steps of dependencies without a target.
  var levels: [CarthageOrigin: Step] = [:]
  /// The largest step of every dependency.
  var level: Step?
  /// Whether versions that need a missing repository are left out, as for a pull request.
  var leavesOutMissing = false
  /// The edits of the Cartfiles.
  private(set) var replacements: [Replacement] = []
  /// The documents that were fetched so far.
  var metadata = CarthageMetadata()

  func isReached(by lock: ResolvedCartfile) -> Bool {
    targets.allSatisfy { lock.pins[$0.key] == $0.value }
  }

  /// Adds a dependency to update.
  ///
  /// - Parameters:
  ///   - origin: the dependency.
  ///   - tag: the tag that it must have; nil for the newest that its requirement accepts.
  ///   - options: how its requirement may change.
  ///   - project: the project with its Cartfiles.
  /// - Throws: a problem if the requirement must not or can't be edited.
  mutating func add(
    _ origin: CarthageOrigin, _ tag: String?, _ options: UpdateOptions,
    to project: CarthageProject
  ) throws(Problem) {
    names?.insert(origin.name)
    guard let tag else {
      levels[origin] = options.strict ? options.level : nil
      return
    }
    targets[origin] = tag
    guard let (entry, file) = project.entry(of: origin),
      let text = try entry.requirement.edited(
        toAccept: tag, options, written: project.text(of: entry, in: file), at: entry.location)
    else { return }
    replacements.append(Replacement(file: file, range: entry.requirementRange, text: text))
  }

  /// Leaves out versions that a target or a level excludes.
  func narrow(_ metadata: inout CarthageMetadata, _ pins: [CarthageOrigin: String]) {
    for (origin, tag) in targets where metadata.versions[origin] != nil {
      metadata.versions[origin] = metadata.versions[origin]?.filter { $0 == tag }
    }
    for (origin, versions) in metadata.versions {
      guard let level = levels[origin] ?? level,
        let current = pins[origin].flatMap({ CarthageVersion($0) })
      else { continue }
      metadata.versions[origin] = versions.filter { tag in
        guard let version = CarthageVersion(tag) else { return true }
        return version.isWithin(level, of: current)
      }
    }
  }
}

extension CarthageProject {
  /// Decides which pins move, to which tags, and which lines are edited.
  func plan(for goal: Goal) async throws(Problem) -> CarthagePlan? {
    var plan = CarthagePlan()
    switch goal {
    case .lock(let options):
      if options.fresh || lock == nil { break }
      plan.names = unfit
      if plan.names?.isEmpty == true { return nil }
    case .updateAll(let options): plan.level = options.strict ? options.level : nil
    case .update(let targets, let options):
      plan.names = []
      plan.leavesOutMissing = options.raises
      for target in targets {
        let origin = try origin(named: target.name)
        var version = target.version
        // A branch is always updated to its head.
        if case .reference? = entry(of: origin)?.entry.requirement, version?.isCommit == true {
          version = nil
        }
        let tag = try await tag(version, of: origin, &plan.metadata)
        try plan.add(origin, tag, options, to: self)
      }
    }
    return plan
  }

  /// Finds the tag of a version: `v1.2.0` for `v1.2.0` or `1.2.0`.
  private func tag(
    _ version: String?, of origin: CarthageOrigin, _ metadata: inout CarthageMetadata
  ) async throws(Problem) -> String? {
    guard let version else { return nil }
    try await library.fetch([.versions(origin)], into: &metadata)
    let tags = metadata.versions[origin] ?? []
    let found =
      tags.first { $0 == version }
      ?? tags.sorted().first { CarthageVersion($0)?.description == version }
    guard let found else {
      throw Problem(.usage, "has no such tag", subject: "\(origin.identity) \(version)")
    }
    return found
  }

  /// The names of dependencies whose pin is missing or doesn't satisfy the Cartfile.
  private var unfit: Set<String> {
    Set(
      entries.map(\.entry).filter { entry in
        guard let pin = pins[entry.origin] else { return true }
        if case .reference(let name) = entry.requirement { return isTag(name) && name != pin }
        return !entry.requirement.isSatisfied(by: pin)
      }.map(\.origin.name))
  }

  private func isTag(_ name: String) -> Bool { CarthageVersion(name) != nil }
}

extension CarthageVersion {
  fileprivate func isWithin(_ level: Step, of current: CarthageVersion) -> Bool {
    switch level {
    case .major: true
    case .minor: numbers[0] == current.numbers[0]
    case .patch: numbers[0] == current.numbers[0] && numbers[1] == current.numbers[1]
    }
  }
}
