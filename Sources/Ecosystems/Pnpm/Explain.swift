import Ecosystem
import JSON
import JavaScript

extension PnpmEcosystem {
  /// Lists the dependents of each copy of a package.
  ///
  /// With a version, the requirements that exclude it say so, and the result of an update follows.
  func explain(
    _ name: String, version text: String?, in sources: ProjectSources
  ) async throws(Problem) -> [String] {
    let explanation = Explanation(lock: try sources.lock.get(), name: name)
    let registry = Registry(client: http, settings: sources.npmrc)
    return try await Why(name, version: text, registry: registry).answer(
      about: explanation.packageName
    ) { exclusion in
      explanation.lines(exclusion)
    } attempt: { (goal) async throws(Problem) in
      try await change(sources, toward: goal)
    }
  }
}

/// The dependents of a package in a lock.
struct Explanation {
  let lock: Lock
  let name: String

  /// Returns one line for each copy, and one for each dependent, up to the importers.
  ///
  /// The requirements that exclude a version say so.
  func lines(_ exclusion: Exclusion) -> [String] {
    let own = lock.packages.keys.filter { lock.nameAndVersion(of: $0)?.name == packageName }
      .sorted { $0.precedesLexically($1) }
    var result: [String] = []
    for path in own where result.count < 60 {
      result.append("\(path) is in the lock.")
      result += dependents(of: path, exclusion)
    }
    return result
  }

  /// The registry's name of the package, which for an importer's alias is another one.
  var packageName: String {
    for (_, importer) in lock.importers.sorted(by: { $0.key < $1.key }) {
      guard let reference = importer.reference(of: name),
        let path = DependencyPath.path(of: reference, alias: name),
        let found = lock.nameAndVersion(of: path)
      else { continue }
      return found.name
    }
    return name
  }

  private func dependents(of path: String, _ exclusion: Exclusion) -> [String] {
    var result: [String] = []
    var seen: Set<String> = [path]
    var open = [path]
    while !open.isEmpty, result.count < 40 {
      let next = open.removeFirst()
      result += importers(of: next, next == path ? exclusion : Exclusion())
      for (other, package) in lock.packages.sorted(by: { $0.key < $1.key }) {
        let isDependent = package.allDependencies.contains {
          DependencyPath.path(of: $0.value, alias: $0.key) == next
        }
        guard isDependent else { continue }
        result.append("\(other) depends on \(next).")
        if seen.insert(other).inserted { open.append(other) }
      }
    }
    return result
  }

  /// Returns a sentence for each requirement of an importer that leads to a package.
  private func importers(of path: String, _ exclusion: Exclusion) -> [String] {
    lock.importers.sorted { $0.key < $1.key }.flatMap { id, importer in
      importer.allReferences.sorted { $0.key < $1.key }.compactMap { alias, reference in
        guard DependencyPath.path(of: reference, alias: alias) == path else { return nil }
        let range = requirement(of: alias, importer)
        let end = exclusion.reason(for: PackageSpec(range)) ?? ""
        return "\(id == "." ? "The project" : id) wants \(alias)@\(range)\(end)."
      }
    }
  }

  /// Returns the requirement of an importer, that of the catalog for `catalog:`.
  private func requirement(of alias: String, _ importer: Lock.Importer) -> String {
    let text = importer.specifiers[alias] ?? ""
    guard let catalog = Catalogs.name(in: text) else { return text }
    return lock.catalogs?[catalog]?[alias]?["specifier"]?.string ?? text
  }
}
