import Ecosystem
import JSON

extension NPMEcosystem {
  /// A wider plan for packages that move together, where one alone cannot move.
  ///
  /// Packages of one scope at one version are released together, and `@types/x` follows `x`.
  ///
  /// - Returns: nil where nothing is coupled with the targets.
  func coupled(
    _ plan: Plan, _ goal: Goal, _ files: ProjectFiles
  ) async throws(Problem) -> Plan? {
    guard case .update(let targets, let options) = goal, !targets.isEmpty,
      targets.allSatisfy({ $0.version != nil })
    else { return nil }
    let lock = try files.lockedTree()
    var wider = targets
    for target in targets {
      for name in partners(of: target.name, lock, files)
      where !wider.contains(where: { $0.name == name }) {
        let version = await partnerVersion(name, of: target, files)
        if let version { wider.append(Goal.Target(name: name, version: version)) }
      }
    }
    if wider.count == targets.count { return nil }
    return try await self.plan(.update(wider, options), files)
  }

  private func partners(
    of name: String, _ lock: LockedTree, _ files: ProjectFiles
  ) -> [String] {
    let direct = Set(files.manifests.flatMap { DirectWish.all(in: $0.document).map(\.name) })
    let version = lock.version(of: name)
    let scope = name.hasPrefix("@") ? name.prefix { $0 != "/" } + "/" : nil
    return direct.subtracting([name]).filter { other in
      if other == "@types/" + name { return true }
      guard let scope, scope != "@types/", other.hasPrefix(scope) else { return false }
      return lock.version(of: other) == version
    }.sorted()
  }

  /// The partner's version that goes with the target's: the same, or the newest of its major.
  private func partnerVersion(
    _ name: String, of target: Goal.Target, _ files: ProjectFiles
  ) async -> String? {
    let registry = Registry(client: http, settings: files.settings)
    guard let text = target.version, let version = Version(text),
      let packument = try? await registry.packument(of: name, .full)
    else { return nil }
    if packument[text] != nil, !name.hasPrefix("@types/") { return text }
    let sameMajor = packument.versions.compactMap(\.version).filter { candidate in
      candidate.major == version.major && !candidate.isPrerelease
    }
    return sameMajor.max()?.description
  }
}
