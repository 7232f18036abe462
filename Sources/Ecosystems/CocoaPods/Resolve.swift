import Crypto
import Ecosystem
import Text

/// Resolves as CocoaPods 1.16.2 does.
extension PodProject {
  var lockPath: String { TreePath.join(folder, "Podfile.lock") }
  var lockBytes: [UInt8]? { lockText?.bytes }

  func resolve(
    _ plan: inout PodPlan, since before: PodProject
  ) async throws(Problem) -> PodfileLock {
    let lock = try await closest(&plan)
    if let (pod, version) = plan.missed(by: lock).min(by: { $0.key < $1.key }) {
      throw Problem(
        .unsolvable,
        "can't be chosen: the lock would have \(lock.version(of: pod) ?? "no version")",
        subject: "\(pod) \(version)")
    }
    if let former = plan.successors.keys.sorted().first(where: { lock.version(of: $0) != nil }) {
      throw Problem(.unsolvable, "would stay in the lock beside its successor", subject: former)
    }
    return lock
  }

  /// Resolves, if there is no solution with more pods unlocked.
  private func closest(_ plan: inout PodPlan) async throws(Problem) -> PodfileLock {
    do throws(Problem) {
      return try await locked(&plan)
    } catch {
      guard error.kind == .unsolvable, let update = plan.update, plan.isProposal,
        !update.options.withDependencies, plan.successors.isEmpty,
        let wider = try await widened(&plan, for: update.targets)
      else { throw plan.naming(error) }
      return wider
    }
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
        let lock = try await locked(&wider)
        guard wider.isReached(by: lock) else { continue }
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
    _ plan: inout PodPlan
  ) async throws(Problem) -> PodfileLock {
    var run = PodRun(project: self, plan: plan, metadata: PodMetadata())
    var missed = plan.targets
    do throws(Problem) {
      let first = try await run.lock()
      missed = plan.missed(by: first)
      guard !missed.isEmpty else { return first }
    } catch {
      guard plan.isProposal, error.kind == .unsolvable || error.unavailable != nil, !missed.isEmpty
      else { throw error }
    }
    plan.limitsTargets = true
    if plan.mode != .everything { plan.mode = .update(plan.named.union(missed.keys)) }
    run.plan = plan
    return try await run.lock()
  }

  func keepsLock(_ new: PodfileLock, _ plan: PodPlan, since before: PodProject) -> Bool {
    new == lock
  }

  func requirements(_ plan: PodPlan, since before: PodProject) -> [RequirementEdit] { plan.lines }

  func moves(to new: PodfileLock, _ plan: PodPlan, since before: PodProject) -> [Move] {
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
