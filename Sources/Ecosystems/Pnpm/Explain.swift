import Ecosystem
import JavaScript

extension PnpmEcosystem {
  /// Lists the dependents of each copy of a package.
  ///
  /// With a version, it adds the requirements that exclude it and the result of an update.
  func explain(
    _ name: String, version: String?, in sources: ProjectSources
  ) async throws(Problem) -> [String] {
    let lock = try sources.lock.get()
    var lines = Explanation(lock: lock, name: name).lines
    guard !lines.isEmpty else {
      throw Problem(.usage, "is neither in package.json nor in its lock", subject: name)
    }
    guard let version else { return lines }
    guard Version(version) != nil else {
      throw Problem(.usage, "is not a version", subject: "\(name)@\(version)")
    }
    let target = Goal.Target(name: name, version: version)
    do throws(Problem) {
      let change = try await change(sources, toward: .update([target], UpdateOptions()))
      let edited = change.moves.first { $0.name == name && $0.requirement != nil }
      lines.append(
        edited?.requirement.map {
          "\(name)@\(version) can be had once the manifest says \($0.after)."
        } ?? "\(name)@\(version) can be had as the manifest is.")
    } catch {
      guard error.kind == .unsolvable else { throw error }
      lines.append("\(name)@\(version) cannot be had: \(error.subject ?? name) \(error.message).")
      lines += error.explanation
    }
    return lines
  }
}

/// The dependents of a package in a lock.
struct Explanation {
  let lock: Lock
  let name: String

  /// One line for each copy, and one for each dependent, up to the importers.
  var lines: [String] {
    let own = lock.packages.keys.filter { lock.nameAndVersion(of: $0)?.name == name }
      .sorted { $0.precedesLexically($1) }
    var result: [String] = []
    for path in own where result.count < 60 {
      result.append("\(path) is in the lock.")
      result += dependents(of: path)
    }
    return result
  }

  private func dependents(of path: String) -> [String] {
    var result: [String] = []
    var seen: Set<String> = [path]
    var open = [path]
    while !open.isEmpty, result.count < 40 {
      let next = open.removeFirst()
      for (id, importer) in lock.importers.sorted(by: { $0.key < $1.key }) {
        for (alias, reference) in importer.allReferences.sorted(by: { $0.key < $1.key })
        where DependencyPath.path(of: reference, alias: alias) == next {
          let who = id == "." ? "The project" : id
          result.append("\(who) wants \(alias)@\(importer.specifiers[alias] ?? "").")
        }
      }
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
}
