import Ecosystem
import Text
import Versioning

/// What a goal changes: which pods are unlocked, and which versions they can have.
struct PodPlan: LockPlan {
  /// How a lock is treated.
  enum Mode: Hashable {
    /// What still fits stays: `pod install`.
    case install
    /// The named pods move: `pod update NAME`.
    case update(Set<String>)
    /// Everything moves: `pod update`, or `pod install` without a lock.
    case everything
  }

  var mode = Mode.install
  /// The pods that a goal names, with its options; nil for a goal that concerns all.
  var update: Update?
  /// The versions that pods must have.
  var targets: [String: PodVersion] = [:]
  /// Whether the targets limit what is chosen, not only what is checked.
  var limitsTargets = false
  /// The largest step of all pods; nil: any.
  var level: Step?
  /// The locked versions, which steps are counted from.
  var locked: [String: PodVersion] = [:]
  /// The requirements before and after, by pod; of several lines those of the first one.
  var edits: [String: Move.Edit] = [:]
  /// The edits of all lines, each text once.
  var lines: [RequirementEdit] = []
  var replacements: [Replacement] = []
  /// The pods that others replace, with those.
  var successors: [String: String] = [:]

  /// A goal that names pods.
  struct Update {
    let targets: [Goal.Target]
    let options: UpdateOptions
  }

  /// Notes the edit of a line.
  mutating func add(_ edit: Move.Edit, of pod: String, in file: String) {
    if edits[pod] == nil { edits[pod] = edit }
    let line = RequirementEdit(name: pod, file: file, before: edit.before, after: edit.after)
    if !lines.contains(line) { lines.append(line) }
  }

  /// Returns a problem that quotes no edited requirement as that of the Podfile.
  func naming(_ problem: Problem) -> Problem {
    var problem = problem
    var seen: Set<String> = []
    problem.explanation = problem.explanation.map { line in
      let requested = targets.first { pod, _ in edits[pod] != nil && line.quotes(pod) }
      return requested.map { "The update asks for \($0.key) \($0.value)." } ?? line
    }.filter { seen.insert($0).inserted }
    return problem
  }

  /// Whether it is the update of a pull request, which asks for certain versions.
  var isProposal: Bool { update?.options.raises ?? false }

  /// The versions that a lock misses.
  func missed(by lock: PodfileLock) -> [String: PodVersion] {
    targets.filter { lock.version(of: $0.key) != $0.value.text }
  }

  func isReached(by lock: PodfileLock) -> Bool {
    missed(by: lock).isEmpty && successors.keys.allSatisfy { lock.version(of: $0) == nil }
  }

  /// Whether everything is resolved from the Podfile alone.
  var isEverything: Bool { mode == .everything }

  /// The pods that are named.
  var named: Set<String> { if case .update(let names) = mode { names } else { [] } }

  /// Whether a pod can have a version.
  func admits(_ pod: String, _ version: PodVersion) -> Bool {
    if limitsTargets, let target = targets[pod] { return version == target }
    guard let level, let old = locked[pod], let step = version.step(from: old) else { return true }
    return step <= level
  }
}

extension PodProject {
  /// Decides which pods move and how their lines are edited.
  func plan(for goal: Goal) async throws(Problem) -> PodPlan? {
    var plan = PodPlan()
    plan.locked = Dictionary(
      (lock?.pods ?? []).compactMap { pod in
        PodVersion(pod.version).map { (pod.name.podRoot, $0) }
      }
    ) { first, _ in first }
    switch goal {
    case .lock(let options): if options.fresh || lock == nil { plan.mode = .everything }
    case .updateAll(let options):
      plan.mode = .everything
      plan.level = options.strict ? options.level : nil
    case .update(let targets, let options):
      plan.update = PodPlan.Update(targets: targets, options: options)
      try await aim(&plan, at: targets, options)
    }
    return plan
  }

  private func aim(
    _ plan: inout PodPlan, at targets: [Goal.Target], _ options: UpdateOptions
  ) async throws(Problem) {
    var names: Set<String> = []
    for target in targets {
      let name = try pod(named: target.name)
      if let successor = target.successor {
        try await replace(name, by: successor, at: target.version, options, &plan)
        continue
      }
      guard let text = target.version, !isHead(text, of: name) else {
        names.insert(name)
        continue
      }
      guard let version = PodVersion(text), !version.text.isEmpty else {
        throw Problem(.usage, "is not a version of a pod", subject: "\(name)@\(text)")
      }
      plan.targets[name] = version
      let found = try await replacements(for: name, version, options, &plan)
      plan.replacements += found
      if found.isEmpty { names.insert(name) }
    }
    if options.withDependencies { names.formUnion(names.flatMap(needs)) }
    plan.level = options.strict ? options.level : nil
    if !names.isEmpty { plan.mode = .update(names) }
    if let other = plan.replacements.first(where: { $0.file != project.manifest }) {
      throw Problem(.refused, "has its requirement in another file", subject: other.file)
    }
  }

  /// Whether a goal's version is the commit that a pod of a branch is updated to in any case.
  private func isHead(_ version: String, of name: String) -> Bool {
    guard version.utf8.count == 40, version.allSatisfy(\.isHexDigit) else { return false }
    return declared.contains {
      $0.dependency.root == name && $0.dependency.external?.followsBranch == true
    }
  }

  /// Finds a pod by its name, without subspecs.
  func pod(named name: String) throws(Problem) -> String {
    let root = name.podRoot
    let known = Set(declared.map(\.dependency.root)).union(lock?.roots ?? [])
    if known.contains(root) { return root }
    if let other = known.first(where: { $0.lowercased() == root.lowercased() }) { return other }
    throw Problem(.usage, "is not a pod of \(project.manifest)", subject: name)
  }

  /// The locked pods that a pod needs, directly and indirectly.
  func needs(_ root: String) -> Set<String> {
    var found: Set<String> = []
    var open = [root]
    while let next = open.popLast() {
      for pod in lock?.pods ?? [] where pod.name.podRoot == next {
        for needed in pod.dependencies.compactMap({ PodDependency(lockText: $0)?.root })
        where needed != root && found.insert(needed).inserted { open.append(needed) }
      }
    }
    return found
  }
}

extension String {
  /// Whether it is the sentence about the Podfile's requirement on a pod or a subspec.
  fileprivate func quotes(_ pod: String) -> Bool {
    hasPrefix("Podfile requires \(pod) ") || hasPrefix("Podfile requires \(pod)/")
  }
}
