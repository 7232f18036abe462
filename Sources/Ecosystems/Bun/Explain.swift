import Ecosystem
import JSON
import JavaScript

extension BunEcosystem {
  /// Lists the dependents of each copy of a package, up to the project.
  ///
  /// With a version, the requirements that exclude it say so, and the result of an update follows.
  func explain(
    _ name: String, version text: String?, in sources: BunSources
  ) async throws(Problem) -> [String] {
    let copies = try sources.copies()
    let registry = Registry(client: http, settings: sources.settings)
    return try await Why(name, version: text, registry: registry).answer(
      about: sources.realName(of: name, copies)
    ) { exclusion in
      BunExplanation(copies: copies, exclusion: exclusion).lines(about: name)
    } attempt: { (goal) async throws(Problem) in
      try await change(sources, toward: goal)
    }
  }
}

/// Explains in sentences why a lock has its versions.
struct BunExplanation {
  let copies: LockedCopies
  /// A version of the package; requirements that exclude it say so.
  let exclusion: Exclusion

  /// The largest number of sentences about one copy.
  private static let longest = 40

  /// Returns the dependents of each copy of a name, up to the project.
  func lines(about name: String) -> [String] {
    copies.copies(of: name).flatMap { copy -> [String] in
      var lines = ["\(copy.name)@\(copy.version) is in the lock."]
      guard let start = copies.graph.index(of: "\(copy.package)@\(copy.version)") else {
        return lines
      }
      var seen: Set<Int> = [start]
      var open = [start]
      while !open.isEmpty, lines.count < Self.longest {
        let next = open.removeFirst()
        for (owner, edge) in dependents(of: next) {
          let end = next == start ? exclusion.reason(for: PackageSpec(edge.text)) : nil
          let subject = copies.graph[owner].subject
          lines.append("\(subject) wants \(edge.name)@\(edge.text)\(end ?? "").")
          if !copies.graph[owner].isOfProject, seen.insert(owner).inserted { open.append(owner) }
        }
      }
      return lines
    }
  }

  /// Returns the edges that lead to a package, those of the project first.
  private func dependents(of target: Int) -> [(owner: Int, edge: Edge)] {
    copies.graph.packages.indices.flatMap { owner in
      copies.graph[owner].edges.filter { $0.target == target && $0.kind != .member }
        .map { (owner, $0) }
    }
  }
}

extension Package {
  /// The package as the subject of a sentence.
  fileprivate var subject: String {
    switch source {
    case .root: "The project"
    case .member(let folder): folder
    case .registry(let version, _): "\(name)@\(version)"
    case .folder(let path), .link(let path), .tarball(let path), .other(let path): path
    }
  }
}
