import Ecosystem
import Git
import Updates
import Versioning

/// `martlet update` and `martlet lock`: resolves the changes and writes all of them.
struct ChangeCommand: Sendable {
  var selection: Selection
  var world: World

  /// The changes by project, and what could not be found out about them.
  struct Result: Sendable {
    var changes: [(project: Project, change: Ecosystem.Change)] = []
    var notices: [String] = []
  }

  /// Resolves a goal for every selected project.
  func lock(_ options: LockOptions) async throws(Problem) -> Result {
    try check(options)
    return try await change(toward: .lock(options))
  }

  /// Refuses options that apply to the lock file of no selected project.
  private func check(_ options: LockOptions) throws(Problem) {
    let wanted: [(option: LockOption, word: String)] =
      (options.checksums ? [(.checksums, "--add-checksums")] : [])
      + options.platforms.map { (.platforms, "--add-platform \($0)") }
    let supported = selection.configuredProjects.flatMap { $0.ecosystem.description.lockOptions }
    guard let first = wanted.first(where: { !supported.contains($0.option) }) else { return }
    let able = servedEcosystems.descriptions.filter { $0.lockOptions.contains(first.option) }
    throw Problem(
      .refused,
      "concerns a \(able.map(\.lockFile).joined(separator: " or ")), and no project here is "
        + able.map { "\($0.displayName)'s" }.joined(separator: " or "), subject: first.word,
      advice:
        "the lock of \(selection.configuredProjects.map(\.project.manifest).joined(separator: ", ")) "
        + "is for every platform and has its checksums")
  }

  /// Refreshes complete lock files.
  func updateAll(_ options: UpdateOptions) async throws(Problem) -> Result {
    try await change(toward: .updateAll(options))
  }

  /// Updates named dependencies in every selected project that has any of them.
  ///
  /// - Throws: a `Problem` for a name that no project has, or that cannot be updated.
  func update(
    _ targets: [Goal.Target], _ options: UpdateOptions, latest: Bool
  ) async throws(Problem) -> Result {
    var names = TargetNames(targets)
    var concerned = Concerns()
    for configured in selection.configuredProjects {
      let opened = try await configured.ecosystem.open(configured.project, in: selection.source)
      if !latest, await opened.declares(all: targets) {
        names.missing = []
        concerned.add(Concern(configured: configured, opened: opened, targets: targets))
        continue
      }
      // Each entry of the file decides about its own dependencies of a shared project.
      let present =
        latest
        ? try await world.read(configured, from: opened).dependencies
        : try await opened.dependencies()
      let mine = names.targets(of: configured, among: present, in: opened)
      guard !mine.isEmpty else { continue }
      if latest {
        concerned.add(try await latestOf(mine, present, opened, configured))
      } else {
        concerned.add(Concern(configured: configured, opened: opened, targets: mine))
      }
    }
    if let name = names.missing.sorted().first {
      throw await selection.noProject(
        with: name, command: "update",
        advice: names.aliases[name].map { "\($0) is an alias of it." })
    }
    return try await change(concerned.all.map { $0.request(options, latest: latest) })
  }

  /// Replaces names by the newest versions that the policy allows.
  ///
  /// Removes the dependencies without a version that the policy allows.
  private func latestOf(
    _ targets: [Goal.Target], _ present: [Dependency], _ opened: any OpenProject,
    _ configured: ConfiguredProject
  ) async throws(Problem) -> Concern {
    let mine = present.filter { dependency in
      targets.contains { $0.name == dependency.name && $0.version == nil }
    }
    let state = await world.lookUp(
      ProjectState(configured, opened: opened, dependencies: mine))
    var concern = Concern(configured: configured, opened: opened, targets: targets)
    for candidateSet in state.candidateSets {
      let dependency = candidateSet.dependency
      let name = dependency.name
      let isOneOfSeveral = mine.contains { $0.name == name && $0.line != dependency.line }
      if let problem = dependency.problem { throw problem }
      if let held = HeldBackRelease(candidateSet) { concern.heldBack.append(held) }
      if isOneOfSeveral {
        concern.targets.removeAll { $0.name == name && $0.version == nil }
        concern.targets +=
          candidateSet.candidates.first.map { [dependency.target($0.version)] } ?? []
      } else if let release = candidateSet.candidates.first {
        for index in concern.targets.indices where concern.targets[index].name == name {
          concern.targets[index].version = release.version
        }
        concern.lower[name] = candidateSet.candidates.dropFirst().map(\.version)
      } else if candidateSet.held != nil {
        concern.targets.removeAll { $0.name == name }
      }
    }
    return concern
  }

  private func change(toward goal: Goal) async throws(Problem) -> Result {
    var seen: Set<Project> = []
    let configuredProjects = selection.configuredProjects.filter {
      seen.insert($0.project).inserted
    }
    return try await change(configuredProjects.map { Request(configured: $0, goal: goal) })
  }

  /// Changes projects one after the other.
  ///
  /// Each is opened in the tree with the changes of those before it, because two projects can share
  /// a file: an Xcode project and the workspace that contains it.
  private func change(_ requests: [Request]) async throws(Problem) -> Result {
    var result = Result()
    var trees = ChangedTrees(selection.source)
    var isFirst = true
    for request in requests {
      let configured = request.configured
      let tree = trees.tree(for: configured)
      var project = isFirst ? request.opened : nil
      if project == nil {
        project = try await configured.ecosystem.open(configured.project, in: tree)
      }
      guard let project else { continue }
      var (change, notices) = try await change(of: project, request)
      isFirst = isFirst && change.files.isEmpty
      trees.apply(change.files)
      // Tools that run on no certain version hold nothing back, whatever the lock has.
      if case .lock = request.goal, project.canHoldBack {
        let report = try await newlyHeldBack(by: change, at: configured, before: tree)
        change.heldBack += report.releases
        notices += report.notices
      }
      change.heldBack.sort { ($0.name, $0.version) < ($1.name, $1.version) }
      result.changes.append((configured.project, change))
      result.notices += notices
    }
    return result
  }

  /// Computes a change while it looks up what the change leaves out.
  private func change(
    of project: any OpenProject, _ request: Request
  ) async throws(Problem) -> (change: Ecosystem.Change, notices: [String]) {
    if request.isSettled {
      var nothing = Ecosystem.Change(files: [], moves: [])
      nothing.heldBack = request.heldBack
      return (nothing, [])
    }
    let search = HeldBackSearch(world: world, configured: request.configured, opened: project)
    async let found = search.candidates(for: request.goal)
    var change = try await change(of: project, toward: request)
    let foreign = try await project.foreignSources(in: change).filter {
      !world.ownOrigins.contains($0.origin)
    }.map {
      "\($0.package) comes from \($0.origin), which neither the project nor the operator names"
    }
    let report = await search.report(found, after: change)
    change.heldBack += request.heldBack + report.releases
    let assumed = project.toolVersions.filter { $0.remark != nil }.map(\.description)
    let remarks = change.files.isEmpty ? [] : assumed + project.remarks
    let removals = await removals(by: change, of: project, toward: request.goal)
    let peers = await peerNotices(about: change, of: project, request.goal)
    return (change, foreign + removals + peers + report.notices + remarks)
  }

  /// Reaches a goal; a newest version that has no solution is replaced by the highest one that has.
  ///
  /// What can't be chosen is reported with the reason, as in a run.
  private func change(
    of project: any OpenProject, toward request: Request
  ) async throws(Problem) -> Ecosystem.Change {
    do throws(Problem) {
      let change = try await project.change(toward: request.goal)
      guard case .update(let targets, let options) = request.goal, request.isLatest else {
        return change
      }
      let peers = CoupledPeers(
        world: world, configured: request.configured, project: project, options: options)
      return try await peers.joined(to: change, of: targets)
    } catch {
      guard error.isOfVersions, !request.lower.isEmpty,
        case .update(let targets, let options) = request.goal
      else { throw error }
      var fallback = LowerVersions(project: project, options: options, lower: request.lower)
      return try await fallback.change(toward: targets, after: error)
    }
  }

  /// Names packages that leave the lock although nothing that is updated needs them.
  ///
  /// The native tools remove them, too, and don't say so; a run refuses such an update.
  private func removals(
    by change: Ecosystem.Change, of project: any OpenProject, toward goal: Goal
  ) async -> [String] {
    guard case .update(let targets, _) = goal else { return [] }
    do throws(Problem) {
      let lost = try await project.unexplainedRemovals(in: change, updating: targets.map(\.name))
      return lost.map { ["removes \($0), though nothing that is updated needs it"] } ?? []
    } catch {
      return [
        "whether nothing else needs what leaves the lock isn't known: \(error.fullMessage)"
      ]
    }
  }

  /// Names the peers that an update leaves unmet.
  private func peerNotices(
    about change: Ecosystem.Change, of project: any OpenProject, _ goal: Goal
  ) async -> [String] {
    guard case .update(let targets, _) = goal else { return [] }
    return await PeerNotices(project: project, targets: targets).lines(change.peerWarnings)
  }

  /// Looks up what a lock leaves out of the dependencies that it has for the first time.
  private func newlyHeldBack(
    by change: Ecosystem.Change, at configured: ConfiguredProject, before tree: SourceTree
  ) async throws(Problem) -> HeldBackSearch.Report {
    guard change.moves.contains(where: { $0.from == nil }) else { return HeldBackSearch.Report() }
    let tree = tree.changed(by: change.files)
    guard let project = configured.project(after: change, in: tree) else {
      return HeldBackSearch.Report()
    }
    let opened = try await configured.ecosystem.open(project, in: tree)
    let search = HeldBackSearch(world: world, configured: configured, opened: opened)
    let found = await search.candidates(newIn: change)
    return await search.report(found, after: Ecosystem.Change(files: [], moves: []))
  }
}

/// The goal of a project.
private struct Request {
  var configured: ConfiguredProject
  /// The project, if it is open.
  var opened: (any OpenProject)?
  var goal: Goal
  /// The releases that the policy excludes.
  var heldBack: [HeldBackRelease] = []
  /// The versions below those of the goal that the policy allows, highest first, by name.
  var lower: [String: [String]] = [:]
  /// Whether the versions of the goal are the newest that the policy allows.
  var isLatest = false

  /// Whether everything that was named is held back.
  var isSettled: Bool {
    if case .update(let targets, _) = goal { return targets.isEmpty }
    return false
  }
}

/// The dependencies to move in a project.
private struct Concern {
  var configured: ConfiguredProject
  var opened: any OpenProject
  var targets: [Goal.Target]
  /// The releases that the policy excludes.
  var heldBack: [HeldBackRelease] = []
  /// The versions below those of the targets that the policy allows, highest first, by name.
  var lower: [String: [String]] = [:]

  func request(_ options: UpdateOptions, latest: Bool) -> Request {
    Request(
      configured: configured, opened: opened, goal: .update(targets, options), heldBack: heldBack,
      lower: lower, isLatest: latest)
  }
}

/// The dependencies to move in several projects.
private struct Concerns {
  private(set) var all: [Concern] = []
  private var indices: [Project: Int] = [:]

  /// Adds the dependencies of an entry to those of the project, which several entries can share.
  mutating func add(_ concern: Concern) {
    let project = concern.opened.project
    guard let index = indices[project] else {
      indices[project] = all.count
      return all.append(concern)
    }
    let known = all[index].targets
    all[index].targets += concern.targets.filter { !known.contains($0) }
    all[index].heldBack += concern.heldBack
    all[index].lower.merge(concern.lower) { first, _ in first }
  }
}

/// The names that an update states, and the projects' dependencies that they mean.
private struct TargetNames {
  let targets: [Goal.Target]
  /// The names that no project has.
  var missing: Set<String>
  /// Dependencies whose package has a name that was stated.
  private(set) var aliases: [String: String] = [:]

  init(_ targets: [Goal.Target]) {
    self.targets = targets
    missing = Set(targets.map(\.name))
  }

  /// Returns the targets in a project, with the names that it uses.
  mutating func targets(
    of configured: ConfiguredProject, among present: [Dependency], in opened: any OpenProject
  ) -> [Goal.Target] {
    targets.compactMap { target in
      if let line = present.first(where: { $0.line != nil && $0.id == target.name }),
        let version = target.version
      {
        missing.remove(target.name)
        return line.target(version)
      }
      guard let name = configured.spelling(of: target.name, among: present, in: opened) else {
        let alias = present.first { $0.registryName == target.name }
        aliases[target.name] = alias?.name ?? aliases[target.name]
        return nil
      }
      missing.remove(target.name)
      return Goal.Target(name: name, version: target.version)
    }
  }
}

extension OpenProject {
  /// Whether the manifest itself has all targets.
  fileprivate func declares(all targets: [Goal.Target]) async -> Bool {
    for target in targets where await !declares(target.name) { return false }
    return true
  }
}
