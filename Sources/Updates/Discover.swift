package import Ecosystem

/// A project to look at, with the entry that asks for it.
package struct Site: Sendable {
  package var project: Project
  package var ecosystem: any PackageEcosystem
  package var entry: Entry

  /// Joins a project with who reads it and what is wanted.
  package init(project: Project, ecosystem: any PackageEcosystem, entry: Entry) {
    self.project = project
    self.ecosystem = ecosystem
    self.entry = entry
  }
}

extension World {
  /// Finds the projects of a tree that entries ask for, each under the first entry that covers it.
  package func discover(in paths: [String], for entries: [Entry]) -> [Site] {
    let found = ecosystems.flatMap { ecosystem in
      ecosystem.discover(in: paths).map { (project: $0, ecosystem: ecosystem) }
    }
    return found.compactMap { project, ecosystem in
      let entry = entries.first { entry in
        (entry.ecosystem ?? project.ecosystem) == project.ecosystem && entry.covers(project)
      }
      return entry.map { Site(project: project, ecosystem: ecosystem, entry: $0) }
    }
  }
}
