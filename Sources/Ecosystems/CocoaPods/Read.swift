import Ecosystem
import Text

extension PodProject {
  func dependencies() async throws(Problem) -> [Dependency] {
    let pods = Dictionary(grouping: declared, by: \.dependency.root)
    let locked = LockedPods(versions: lock?.versions, repositories: lock?.repositoriesByPod)
    let direct = pods.keys.sorted().map { dependency($0, pods[$0] ?? [], locked) }
    let fromPodspecs = try Set(podfile.dependencies.map(\.root)).subtracting(pods.keys)
    let indirect = (lock?.roots ?? []).filter { pods[$0] == nil }.map { root in
      Dependency(
        name: root, kind: fromPodspecs.contains(root) ? .direct : .indirect,
        current: locked.versions?[root], source: source(of: root, nil, locked))
    }
    let all = direct + indirect.sorted { $0.name < $1.name }
    return all.filter { $0.kind == .direct }.sorted { $0.name < $1.name }
      + all.filter { $0.kind == .indirect }
  }

  /// What the lock says of all pods; a lock has thousands.
  private struct LockedPods {
    var versions: [String: String]?
    var repositories: [String: String]?
  }

  private func dependency(
    _ root: String, _ pods: [Podfile.Pod], _ locked: LockedPods
  ) -> Dependency {
    let texts = pods.map(\.dependency.requirement).filter { !$0.isAny }.map(\.text)
    var result = Dependency(
      name: root, kind: .direct, requirement: texts.uniqued().joined(separator: ", "),
      current: locked.versions?[root], source: source(of: root, pods.first, locked),
      location: pods.first?.location)
    result.requirements = podfile.requirements(on: root, locked: locked.versions?[root])
    if let tag = pods.first?.dependency.external?["tag"] {
      result.requirement = "tag \(tag)"
    } else if let branch = pods.first?.dependency.external?["branch"] {
      result.requirement = "branch \(branch)"
    }
    return result
  }

  /// Where a pod is published: its git repository, its repository of specs, or its page.
  private func source(of root: String, _ pod: Podfile.Pod?, _ locked: LockedPods) -> String? {
    if let external = pod?.dependency.external { return external["git"] }
    guard let repository = pod?.dependency.repository ?? locked.repositories?[root] else {
      return PodPage.address(of: root)
    }
    return SpecRepository(repository).page(of: root)
  }
}

extension SpecRepository {
  /// The page of a pod of trunk; for other repositories their address.
  func page(of root: String) -> String {
    SpecRepository(readURL).isTrunk ? PodPage.address(of: root) : url
  }
}

extension Podfile {
  /// The lines of all targets that ask for a pod or a subspec of it; targets are the sections.
  fileprivate func requirements(on root: String, locked: String?) -> [Requirement] {
    targets.flatMap { target in
      target.pods.filter { $0.dependency.root == root }.map { pod in
        let requirement = pod.dependency.requirement
        return Requirement(
          manifest: pod.location.file, section: target.name,
          text: requirement.isAny ? "" : requirement.text, locked: locked, location: pod.location)
      }
    }
  }
}
