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
    let new = try await edited.locked(&plan)
    return try edited.outcome(new, plan, before: self)
  }

  /// Resolves; if that misses a version that was asked for, again with no other choice.
  private func locked(_ plan: inout PodPlan) async throws(Problem) -> PodfileLock {
    let metadata = PodMetadata()
    var run = PodRun(project: self, plan: plan, metadata: metadata)
    let first = try await run.lock()
    let missed = plan.targets.filter { first.version(of: $0.key) != $0.value.text }
    guard !missed.isEmpty else { return first }
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
    return Change(files: files.sorted { $0.path < $1.path }, moves: moves(to: new, plan, before))
  }

  private func moves(to new: PodfileLock, _ plan: PodPlan, _ before: PodProject) -> [Move] {
    let roots = Set(new.roots).union(before.lock?.roots ?? [])
    let direct = Set(declared.map(\.dependency.root))
    let moves = roots.sorted().compactMap { root -> Move? in
      let (from, to) = (before.lock?.version(of: root), new.version(of: root))
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
