import Ecosystem
import JSON
import JavaScript

extension YarnEcosystem {
  /// Lists the dependents of each copy of a package, up to the project.
  ///
  /// With a version, the requirements that exclude it say so, and the result of an update follows.
  func explain(
    _ name: String, version text: String?, in sources: YarnSources
  ) async throws(Problem) -> [String] {
    let copies = try sources.copies()
    let registry = Registry(client: http, settings: sources.settings)
    return try await Why(name, version: text, registry: registry).answer(
      about: sources.realName(of: name, copies)
    ) { exclusion in
      YarnExplanation(copies: copies, sources: sources, exclusion: exclusion).lines(about: name)
    } attempt: { (goal) async throws(Problem) in
      try await change(sources, toward: goal)
    }
  }
}

/// Explains in sentences why a lock has its versions.
struct YarnExplanation {
  let copies: LockedCopies
  let sources: YarnSources
  /// A version of the package; requirements that exclude it say so.
  let exclusion: Exclusion

  /// Returns the dependents of each copy of a name, up to the project.
  func lines(about name: String) -> [String] {
    copies.copies(of: name).flatMap { copy in
      var lines = ["\(copy.name)@\(copy.version) is in the lock."]
      var seen: Set<LockedCopy> = [copy]
      var open = [copy]
      while let next = open.first, lines.count < 40 {
        open.removeFirst()
        for dependent in dependents(of: next) {
          let spec = PackageSpec(dependent.range)
          let end = next == copy ? exclusion.reason(for: spec) : nil
          lines.append("\(dependent.subject) wants \(next.name)@\(dependent.range)\(end ?? "").")
          if let copy = dependent.copy, seen.insert(copy).inserted { open.append(copy) }
        }
      }
      return lines
    }
  }

  /// A package that asks for another one.
  private struct Dependent {
    /// The project or a member of its workspace if it's nil.
    var copy: LockedCopy?
    var subject: String
    var range: String
  }

  /// Returns what asks for a copy: manifests, then locked packages.
  private func dependents(of copy: LockedCopy) -> [Dependent] {
    var result: [Dependent] = []
    for manifest in sources.manifests {
      let folder = sources.relativeFolder(of: manifest)
      for entry in manifest.dependencies where entry.name == copy.name {
        let text = entry.requirement.string ?? ""
        let range = sources.rc?.catalogs.range(of: entry.name, text) ?? text
        guard sources.copy(of: copy.name, range, copies) == copy else { continue }
        let subject = folder.isEmpty ? "The project" : folder
        result.append(Dependent(subject: subject, range: range))
      }
    }
    for dependent in copies.all {
      for pattern in dependent.dependencies where pattern.name == copy.name {
        guard copies.copy(for: pattern) == copy else { continue }
        result.append(
          Dependent(
            copy: dependent, subject: "\(dependent.name)@\(dependent.version)",
            range: pattern.range.withoutProtocol))
      }
    }
    return result
  }
}
