package import Ecosystem

extension Goal.Target {
  /// Whether the requirement of a manifest moves.
  package func moves(in manifest: String) -> Bool {
    requirements == nil || behind.contains { $0.manifest == manifest }
  }

  /// Selects the places whose requirements move.
  ///
  /// - Parameters:
  ///   - all: the places that state a requirement for the name: sections and rules.
  ///   - catalogs: the catalogs that they can refer to.
  /// - Returns: those of the target's manifests that are locked below its version; rules that
  ///   allow the present version, or are for the whole workspace; `peerDependencies` of manifests that
  ///   have the name in no other section; and the entries of catalogs that one of these refers to.
  package func sites(
    among all: [RequirementSite], _ catalogs: ProjectCatalogs = .none
  ) -> [RequirementSite] {
    let own = requirements == nil ? all : selected(all)
    var result = own
    for site in own {
      guard let entry = catalogs.site(of: name, site.text),
        !result.contains(where: { $0.path == entry.path && $0.bytes == entry.bytes })
      else { continue }
      result.append(entry)
    }
    return result
  }

  private func selected(_ all: [RequirementSite]) -> [RequirementSite] {
    let own = Set(behind.map(\.manifest))
    let locked = behind.compactMap { $0.locked.flatMap { Version($0, loose: true) } }
    let stating = Set(all.filter { !$0.isPeer && !$0.isRule }.map(\.path))
    return all.filter { site in
      switch site.kind {
      case .workspaceRule: true
      case .rule:
        own.contains(site.path) || locked.contains { PackageSpec(site.range).admits($0) }
      case .section, .catalog:
        own.contains(site.path) || site.isPeer && !stating.contains(site.path)
      }
    }
  }

  /// The selected requirements that aren't locked at the version or a newer one; all of them if they
  /// all are, since then they have to move back.
  private var behind: [Requirement] {
    let all = requirements ?? []
    guard let wanted = version.flatMap({ Version($0) }) else { return all }
    let behind = all.filter { requirement in
      requirement.locked.flatMap { Version($0, loose: true) }.map { $0 < wanted } ?? true
    }
    return behind.isEmpty ? all : behind
  }

  /// The target without the requirements that exclude its version, if others have to move to it.
  ///
  /// A strategy that forbids edits holds back each requirement on its own.
  package var inside: Goal.Target {
    guard let version = version.flatMap({ Version($0) }) else { return self }
    let admitting = behind.filter { PackageSpec($0.text).admits(version) }
    let isOlder = admitting.contains { requirement in
      requirement.locked.flatMap { Version($0, loose: true) }.map { $0 < version } ?? false
    }
    guard isOlder, admitting.count < requirements?.count ?? 0 else { return self }
    var target = self
    target.requirements = admitting
    return target
  }

  /// The oldest locked version of the requirements that move; nil if the target doesn't select any.
  package var oldestLocked: Version? {
    requirements?.compactMap { $0.locked.flatMap { Version($0, loose: true) } }.min()
  }
}

extension Goal {
  /// Whether it is an update of selected requirements, as the run asks for.
  package var selectsRequirements: Bool {
    guard case .update(let targets, _) = self else { return false }
    return targets.contains { $0.requirements != nil }
  }
}

extension DirectRequirements {
  /// Returns the locked versions of a target's name that its requirements don't resolve to.
  ///
  /// They stay if possible.
  package func lockedElsewhere(than target: Goal.Target) -> Set<String> {
    guard target.requirements != nil else { return [] }
    let entries = entries(of: target.name)
    let moving = entries.filter { target.moves(in: $0.requirement.manifest) }
    let others = entries.filter { !target.moves(in: $0.requirement.manifest) }
    return Set(others.compactMap(\.requirement.locked))
      .subtracting(moving.compactMap(\.requirement.locked))
  }
}
