import Ecosystem

extension World {
  /// Finds the projects that entries configure, each with the first usable entry that covers it.
  ///
  /// If several entries add a project to multi-ecosystem groups, it is found once for each of them,
  /// with the dependencies that the entry claims.
  package func discover(in paths: [String], for entries: [Entry]) -> [ConfiguredProject] {
    let own = configured(entries) { $0.discover(in: paths) }
    // Each entry selects all directories unless it comes from a file.
    var named = configured(entries.filter(\.namesDirectories)) { $0.discoverNamed(in: paths) }
    for index in named.indices { named[index].isNamed = true }
    return own + named + custom(in: paths, for: entries)
  }

  /// Finds the projects of the files that entries describe themselves.
  private func custom(in paths: [String], for entries: [Entry]) -> [ConfiguredProject] {
    entries.indices.filter { !entries[$0].custom.isEmpty }.flatMap { index in
      let entry = entries[index]
      let bases = (entry.ecosystems ?? ecosystems).compactMap { $0 as? any CustomEcosystem }
      return bases.filter { entry.selects($0.id) }.flatMap { base in
        entry.customDirectories.flatMap { directory in
          let own = base.reading(entry.custom, in: directory)
          return own.discover(in: paths).filter(entry.covers).map { project in
            var entry = entry
            entry.rules.project = project
            return ConfiguredProject(
              project: project, ecosystem: own, entry: entry, entryIndex: index,
              claims: { _ in true })
          }
        }
      }
    }
  }

  /// Whether an ecosystem is updated only if an entry names it, and none does.
  func isLeftOut(_ ecosystem: any PackageEcosystem, by entries: [Entry]) -> Bool {
    ecosystem.description.isOptIn
      && !entries.contains { $0.ecosystem?.ids.contains(ecosystem.id) ?? false }
  }

  private func configured(
    _ entries: [Entry], _ discover: (any PackageEcosystem) -> [Project]
  ) -> [ConfiguredProject] {
    if entries.isEmpty { return [] }
    let found = ecosystems.filter { !isLeftOut($0, by: entries) }.flatMap { ecosystem in
      discover(ecosystem).map { (project: $0, ecosystem: ecosystem) }
    }
    return found.flatMap { project, ecosystem in
      Division(of: project, among: entries).owners.map { owner in
        var entry = entries[owner.index]
        let own = entry.ecosystems?.first { $0.id == ecosystem.id }
        entry.rules.project = project
        return ConfiguredProject(
          project: project, ecosystem: own ?? ecosystem, entry: entry, entryIndex: owner.index,
          claims: owner.claims)
      }
    }
  }
}

/// Divides the dependencies of a project among the entries that cover it.
struct Division {
  struct Owner {
    var index: Int
    var claims: @Sendable (Dependency) -> Bool = { _ in true }
  }

  /// The entries to use, in the order of the file.
  let owners: [Owner]

  init(of project: Project, among entries: [Entry]) {
    let covering = entries.indices.filter { index in
      let entry = entries[index]
      return entry.selects(project.ecosystem) && entry.covers(project)
    }
    let usable = covering.filter { entries[$0].refusal == nil }
    let groups = usable.compactMap { index in
      entries[index].multiGroup.map { Owner(index: index, claims: $0.takes) }
    }
    guard usable.count > 1, let first = groups.first else {
      // An unusable entry without an ecosystem comes last.
      let index =
        usable.first ?? covering.first { entries[$0].ecosystem != nil } ?? covering.first
      owners = index.map { [Owner(index: $0)] } ?? []
      return
    }
    let plain = usable.first { entries[$0].multiGroup == nil }
    let claimants = groups.map { (index: $0.index, takes: $0.claims) }
    let owner: @Sendable (Dependency) -> Int = { [rest = plain ?? first.index] dependency in
      claimants.first { $0.takes(dependency) }?.index ?? rest
    }
    owners = (groups.map(\.index) + [plain].compactMap(\.self)).sorted().map { index in
      Owner(index: index) { owner($0) == index }
    }
  }
}
