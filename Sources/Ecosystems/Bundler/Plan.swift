import Ecosystem
import Gems
import Ruby
import Text
import Versioning

/// What a goal changes in a Gemfile, its gemspecs and its lock.
struct GemPlan: LockPlan {
  let goal: Goal
  var replacements: [Replacement] = []
  /// Requirements before and after, by gem.
  private(set) var edits: [String: Move.Edit] = [:]
  /// The same with the file of each, in the order of the edits.
  private(set) var lines: [RequirementEdit] = []
  /// The options that `bundle` would get.
  var request = Definition.Request()
  /// Whether Bundler writes the lock even if only sections that it doesn't compare differ.
  var isUpdate = false

  init(_ goal: Goal) {
    self.goal = goal
  }

  /// Whether the present lock is ignored.
  var isFresh: Bool { if case .lock(let options) = goal { options.fresh } else { false } }

  /// The gems that a goal names; empty if it concerns all.
  var targets: [Goal.Target] { if case .update(let targets, _) = goal { targets } else { [] } }

  mutating func add(_ edit: Move.Edit, of name: String, in file: String) {
    edits[name] = edit
    lines.append(
      RequirementEdit(name: name, file: file, before: edit.before, after: edit.after))
  }

  func isReached(by lock: Lockfile) -> Bool {
    request.pins.allSatisfy { name, version in
      lock.specs.contains { $0.name == name && $0.version == version }
    }
  }
}

extension BundlerProject {
  /// Decides how the requirements that exclude the versions of a goal are edited.
  func plan(for goal: Goal) async throws(Problem) -> GemPlan? {
    try await ecosystem.plan(for: goal, state)
  }
}

extension BundlerEcosystem {
  fileprivate func plan(for goal: Goal, _ state: ProjectState) async throws(Problem) -> GemPlan {
    var plan = GemPlan(goal)
    guard case .update(let targets, let options) = goal else { return plan }
    for target in targets {
      guard let text = target.version, !state.isHead(text, of: target.name) else { continue }
      guard let version = GemVersion(text) else {
        throw Problem(.usage, "is not a version of a gem", subject: "\(target.name)@\(text)")
      }
      for declaration in declarations(of: target.name, state) {
        let edit = ClauseEdit(
          version: version, strategy: declaration.strategy(options, in: state))
        if let tag = try await moveTag(of: declaration, to: edit) {
          plan.replacements.append(tag.replacement)
          plan.add(tag.edit, of: target.name, in: tag.replacement.file)
        }
        guard let found = try replace(declaration, edit, state) else { continue }
        plan.replacements += found.replacements
        plan.add(
          found.edit, of: target.name,
          in: found.replacements.first?.file ?? declaration.location.file)
      }
    }
    return plan
  }

  /// Converts a goal to the options that `bundle` would get.
  static func request(
    for goal: Goal, _ state: ProjectState
  ) throws(Problem) -> Definition.Request {
    var request = Definition.Request()
    switch goal {
    case .update(let targets, let options):
      request.explicit = targets.map(\.name)
      for target in targets {
        request.pins[target.name] = target.version.flatMap { GemVersion($0) }
      }
      request.isConservative = !options.withDependencies
      request.promotion = promotion(options)
      try requireLocked(targets, state)
    case .updateAll(let options):
      request.unlocksAll = state.lock != nil
      request.promotion = promotion(options)
    case .lock(let options):
      try requireKnown(options.platforms)
      if options.checksums { try requireChecksums(state) }
      request.addedPlatforms = options.platforms
      request.addsChecksums = options.checksums
    }
    return request
  }

  /// Refuses to add checksums for a Bundler without that option.
  private static func requireChecksums(_ state: ProjectState) throws(Problem) {
    let bundler = state.toolchain.bundler
    guard !state.toolchain.dialect.canAddChecksums else { return }
    throw Problem(
      .refused, "has no option to add checksums to a lock", subject: "Bundler \(bundler)",
      at: Location(file: state.project.lock ?? state.project.manifest, line: 1, column: 1),
      advice: "run `bundle update --bundler` once")
  }

  private static func promotion(_ options: UpdateOptions) -> Promotion {
    let level: Promotion.Level =
      switch options.level {
      case .patch: .patch
      case .minor: .minor
      case .major, nil: .major
      }
    return Promotion(level: level, isStrict: options.strict)
  }

  /// Refuses platforms that RubyGems parses as unknown, which Bundler adds to no lock.
  private static func requireKnown(_ platforms: [String]) throws(Problem) {
    for name in platforms where name != "ruby" {
      guard GemPlatform.machine(.init(name)).description == "unknown" else { continue }
      throw Problem(
        .usage, "is a platform that RubyGems does not know", subject: name,
        advice: "platforms are named like x86_64-linux, arm64-darwin, x64-mingw-ucrt, java, ruby")
    }
  }

  private static func requireLocked(
    _ targets: [Goal.Target], _ state: ProjectState
  ) throws(Problem) {
    let known = Set(
      (state.lock?.specs ?? []).map(\.name) + state.gemfile.dependencies.map(\.name)
        + state.uses.keys)
    for target in targets where !known.contains(target.name) {
      throw Problem(
        .usage, "is neither in the Gemfile nor in its lock", subject: target.name,
        at: Location(file: state.project.manifest, line: 1, column: 1))
    }
  }
}
