package import Ecosystem

/// A project to look at, with the entry that asks for it.
package struct Site: Sendable {
  /// Found in the tree of the checkout's commit.
  package var project: Project
  /// The one that found the project; all further questions about it go there.
  package var ecosystem: any PackageEcosystem
  /// The first of the file that covers the project.
  package var entry: Entry
  /// The entry's place in the file, which tells entries apart.
  package var entryIndex: Int
  /// Whether the entry is for a dependency of the project; several entries can share a project.
  package var claims: @Sendable (Dependency) -> Bool

  /// Joins a project with who reads it and what is wanted.
  package init(
    project: Project, ecosystem: any PackageEcosystem, entry: Entry, entryIndex: Int = 0,
    claims: @escaping @Sendable (Dependency) -> Bool = { _ in true }
  ) {
    self.project = project
    self.ecosystem = ecosystem
    self.entry = entry
    self.entryIndex = entryIndex
    self.claims = claims
  }
}

extension World {
  /// Finds the projects of a tree that entries ask for, each under the first entry that covers it
  /// and can be used.
  ///
  /// A project that several entries put into multi-ecosystem groups is found once for each of them,
  /// with the dependencies that the entry claims.
  package func discover(in paths: [String], for entries: [Entry]) -> [Site] {
    let found = ecosystems.flatMap { ecosystem in
      ecosystem.discover(in: paths).map { (project: $0, ecosystem: ecosystem) }
    }
    return found.flatMap { project, ecosystem in
      let covering = entries.indices.filter { index in
        let entry = entries[index]
        return entry.selects(project.ecosystem) && entry.covers(project)
      }
      return Division(of: entries, covering).owners.map { owner in
        let entry = entries[owner.index]
        let own = entry.ecosystems?.first { $0.id == ecosystem.id }
        return Site(
          project: project, ecosystem: own ?? ecosystem, entry: entry, entryIndex: owner.index,
          claims: owner.claims)
      }
    }
  }
}

/// How the entries that cover a project divide its dependencies among them.
private struct Division {
  struct Owner {
    var index: Int
    var claims: @Sendable (Dependency) -> Bool = { _ in true }
  }

  /// The entries that are used, in the order of the file.
  let owners: [Owner]

  init(of entries: [Entry], _ covering: [Int]) {
    let usable = covering.filter { entries[$0].refusal == nil }
    let groups = usable.compactMap { index in
      entries[index].multiGroup.map { Owner(index: index, claims: $0.takes) }
    }
    guard usable.count > 1, let first = groups.first else {
      // One that is wrong and does not say which ecosystem it is for comes last.
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
