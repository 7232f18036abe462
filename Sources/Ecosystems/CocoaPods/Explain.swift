import Ecosystem

extension PodProject {
  /// Lists what requires a pod, and what prevents another version.
  func explain(_ name: String, version: String?) async throws(Problem) -> [String] {
    let root = try pod(named: name)
    guard let version else { return users(of: root) }
    guard let target = PodVersion(version), !target.text.isEmpty else {
      throw Problem(.usage, "is not a version of a pod", subject: version)
    }
    let excluding = declared.filter {
      $0.dependency.root == root && !$0.dependency.requirement.accepts(target)
    }
    if let line = excluding.first {
      return [
        "\(root) \(target) cannot be chosen:",
        "The Podfile requires \(line.dependency.text) at \(line.location).",
      ]
    }
    var plan = PodPlan()
    plan.mode = .update([root])
    plan.targets = [root: target]
    plan.limitsTargets = true
    do throws(Problem) {
      var run = PodRun(project: self, plan: plan, metadata: PodMetadata())
      let lock = try await run.lock()
      return [
        lock.version(of: root) == target.text
          ? "\(root) \(target) can be chosen." : "\(root) \(target) is not needed."
      ]
    } catch {
      guard error.kind == .unsolvable else { throw error }
      return ["\(root) \(target) cannot be chosen: \(error.subject ?? root) \(error.message)."]
        + error.explanation
    }
  }

  /// Lists the requirements on a pod, those of the Podfile first.
  private func users(of root: String) -> [String] {
    let state = lock?.version(of: root).map { "is locked at \($0)" } ?? "is not locked"
    var lines = ["\(root) \(state)."]
    for pod in declared where pod.dependency.root == root {
      lines.append("The Podfile requires \(pod.dependency.text) at \(pod.location).")
    }
    for pod in lock?.pods ?? [] where pod.name.podRoot != root {
      for text in pod.dependencies where PodDependency(lockText: text)?.root == root {
        lines.append("\(pod.name) \(pod.version) requires \(text).")
      }
    }
    return lines.uniqued()
  }
}
