import Crypto
import Ecosystem
import Text

extension PodProject {
  /// Computes the new Podfile and the new `Podfile.lock`.
  func change(toward goal: Goal) async throws(Problem) -> Change {
    var plan = PodPlan()
    plan.locked = Dictionary(
      (lock?.pods ?? []).compactMap { pod in
        PodVersion(pod.version).map { (pod.name.podRoot, $0) }
      }
    ) { first, _ in first }
    var edited = self
    switch goal {
    case .lock(let options): if options.fresh || lock == nil { plan.mode = .everything }
    case .updateAll(let options):
      plan.mode = .everything
      plan.level = options.strict ? options.level : nil
    case .update(let targets, let options):
      edited = try await edit(toward: targets, options, &plan)
    }
    var isProposal = false
    if case .update(_, let options) = goal { isProposal = options.raises }
    let new: PodfileLock
    do throws(Problem) {
      new = try await edited.locked(&plan, isProposal: isProposal)
    } catch {
      guard error.kind == .unsolvable, case .update(let targets, let options) = goal,
        isProposal, !options.withDependencies,
        let wider = try await edited.widened(&plan, for: targets)
      else { throw plan.naming(error) }
      new = wider
    }
    return try edited.outcome(new, plan, before: self)
  }

  /// How many pods are unlocked one by one in search of a solution.
  private static let widenings = 8

  /// Resolves with more pods unlocked, as few as possible: one that the named ones need, then those of
  /// them that the Podfile doesn't name, then all of them.
  ///
  /// `pod update A` keeps a pod that others need, too. If a new `A` needs a newer one of it, there is
  /// no solution without it.
  ///
  /// - Returns: nil if there is no solution.
  private func widened(
    _ plan: inout PodPlan, for targets: [Goal.Target]
  ) async throws(Problem) -> PodfileLock? {
    let names = plan.named.union(
      try targets.map { (target) throws(Problem) in try pod(named: target.name) })
    let needed = Set(names.flatMap(needs)).subtracting(names).sorted()
    let direct = Set(declared.map(\.dependency.root))
    var attempts = needed.prefix(Self.widenings).map { Set([$0]) }
    attempts += [Set(needed).subtracting(direct), Set(needed)]
    for more in attempts where !more.isEmpty {
      var wider = plan
      wider.mode = .update(names.union(more))
      do throws(Problem) {
        let lock = try await locked(&wider, isProposal: true)
        guard wider.targets.allSatisfy({ lock.version(of: $0.key) == $0.value.text }) else {
          continue
        }
        plan = wider
        return lock
      } catch {
        guard error.kind == .unsolvable else { throw error }
      }
    }
    return nil
  }

  /// Resolves; if that misses a version that was asked for, again with no other choice.
  ///
  /// CocoaPods fails if the newest version of a pod can't be used, such as one that needs a pod that
  /// no source has. A proposal asks for a certain version, so that other ones don't matter.
  private func locked(
    _ plan: inout PodPlan, isProposal: Bool
  ) async throws(Problem) -> PodfileLock {
    var run = PodRun(project: self, plan: plan, metadata: PodMetadata())
    var missed = plan.targets
    do throws(Problem) {
      let first = try await run.lock()
      missed = missed.filter { first.version(of: $0.key) != $0.value.text }
      guard !missed.isEmpty else { return first }
    } catch {
      guard isProposal, error.kind == .unsolvable || error.unavailable != nil, !missed.isEmpty
      else { throw error }
    }
    plan.limitsTargets = true
    if plan.mode != .everything { plan.mode = .update(plan.named.union(missed.keys)) }
    run.plan = plan
    return try await run.lock()
  }

  /// Compares with what there was.
  private func outcome(
    _ new: PodfileLock, _ plan: PodPlan, before: PodProject
  ) throws(Problem) -> Change {
    for (pod, version) in plan.targets.sorted(by: { $0.key < $1.key })
    where new.version(of: pod) != version.text {
      throw Problem(
        .unsolvable, "can't be chosen: the lock would have \(new.version(of: pod) ?? "no version")",
        subject: "\(pod) \(version)")
    }
    var files: [FileChange] = []
    if podfileText.bytes != before.podfileText.bytes {
      files.append(
        FileChange(
          path: project.manifest, before: before.podfileText.bytes, after: podfileText.bytes))
    }
    if new != before.lock {
      let path = TreePath.join(folder, "Podfile.lock")
      files.append(
        FileChange(path: path, before: before.lockText?.bytes, after: Array(new.written.utf8)))
    }
    var change = Change(
      files: files.sorted { $0.path < $1.path }, moves: moves(to: new, plan, before))
    change.requirements = plan.lines
    return change
  }

  private func moves(to new: PodfileLock, _ plan: PodPlan, _ before: PodProject) -> [Move] {
    let roots = Set(new.roots).union(before.lock?.roots ?? [])
    let direct = Set(declared.map(\.dependency.root))
    let moves = roots.sorted().compactMap { root -> Move? in
      var (from, to) = (before.lock?.version(of: root), new.version(of: root))
      if from == to { (from, to) = (before.lock?.state(of: root), new.state(of: root)) }
      guard from != to else { return nil }
      return Move(
        name: root, from: from, to: to, kind: direct.contains(root) ? .direct : .indirect,
        requirement: plan.edits[root])
    }
    let intended = plan.named.union(plan.targets.keys)
    return moves.filter { intended.contains($0.name) }
      + moves.filter { !intended.contains($0.name) }
  }
}

extension PodfileLock {
  /// The version of a pod, with the commit if its source was checked out at one: `1.2.0 (0a1b2c3)`.
  fileprivate func state(of root: String) -> String? {
    guard let version = version(of: root) else { return nil }
    guard let commit = checkoutOptions[root]?["commit"] else { return version }
    return "\(version) (\(commit.prefix(7)))"
  }
}
