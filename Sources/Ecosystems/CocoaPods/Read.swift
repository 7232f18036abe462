import Ecosystem
import Text

extension PodProject {
  func dependencies() async throws(Problem) -> [Dependency] {
    let pods = Dictionary(grouping: declared, by: \.dependency.root)
    let direct = pods.keys.sorted().map { dependency($0, pods[$0] ?? []) }
    let fromPodspecs = try Set(podfile.dependencies.map(\.root)).subtracting(pods.keys)
    let indirect = (lock?.roots ?? []).filter { pods[$0] == nil }.map { root in
      Dependency(
        name: root, kind: fromPodspecs.contains(root) ? .direct : .indirect,
        current: lock?.version(of: root), source: source(of: root))
    }
    let all = direct + indirect.sorted { $0.name < $1.name }
    return all.filter { $0.kind == .direct }.sorted { $0.name < $1.name }
      + all.filter { $0.kind == .indirect }
  }

  private func dependency(_ root: String, _ pods: [Podfile.Pod]) -> Dependency {
    let texts = pods.map(\.dependency.requirement).filter { !$0.isAny }.map(\.text)
    var result = Dependency(
      name: root, kind: .direct, requirement: texts.uniqued().joined(separator: ", "),
      current: lock?.version(of: root), source: source(of: root),
      location: pods.first?.location)
    if let tag = pods.first?.dependency.external?["tag"] {
      result.requirement = "tag \(tag)"
    } else if let branch = pods.first?.dependency.external?["branch"] {
      result.requirement = "branch \(branch)"
    }
    return result
  }

  /// Where a pod is published: its git repository, its repository of specs, or its page.
  private func source(of root: String) -> String? {
    let pod = declared.first { $0.dependency.root == root }
    if let external = pod?.dependency.external { return external["git"] }
    guard let repository = pod?.dependency.repository ?? lock?.repository(of: root) else {
      return PodPage.address(of: root)
    }
    let specs = SpecRepository(repository)
    return SpecRepository(specs.readURL).isTrunk ? PodPage.address(of: root) : specs.url
  }

  /// Follows the lock from a pod up to those of the Podfile.
  func carriers(of name: String) -> [String] {
    var found: Set = [name]
    var open = [name]
    while let next = open.popLast() {
      for pod in lock?.pods ?? [] where pod.needs(next) {
        if found.insert(pod.name.podRoot).inserted { open.append(pod.name.podRoot) }
      }
    }
    found.remove(name)
    return Set(declared.map(\.dependency.root)).intersection(found).sorted()
  }
}

extension PodfileLock.Pod {
  /// Whether it needs a pod or one of its subspecs.
  func needs(_ root: String) -> Bool {
    dependencies.contains { PodDependency(lockText: $0)?.root == root }
  }
}
