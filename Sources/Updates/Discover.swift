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

  /// Joins a project with who reads it and what is wanted.
  package init(
    project: Project, ecosystem: any PackageEcosystem, entry: Entry, entryIndex: Int = 0
  ) {
    self.project = project
    self.ecosystem = ecosystem
    self.entry = entry
    self.entryIndex = entryIndex
  }
}

extension World {
  /// Finds the projects of a tree that entries ask for, each under the first entry that covers it
  /// and can be used.
  package func discover(in paths: [String], for entries: [Entry]) -> [Site] {
    let found = ecosystems.flatMap { ecosystem in
      ecosystem.discover(in: paths).map { (project: $0, ecosystem: ecosystem) }
    }
    return found.compactMap { project, ecosystem in
      let covering = entries.indices.filter { index in
        let entry = entries[index]
        return (entry.ecosystem ?? project.ecosystem) == project.ecosystem && entry.covers(project)
      }
      // One that is wrong and does not say which ecosystem it is for comes last.
      let index =
        covering.first { entries[$0].refusal == nil }
        ?? covering.first { entries[$0].ecosystem != nil } ?? covering.first
      return index.map { index in
        let own = entries[index].ecosystems?.first { $0.name == ecosystem.name }
        return Site(
          project: project, ecosystem: own ?? ecosystem, entry: entries[index], entryIndex: index)
      }
    }
  }
}
