import Ecosystem
import Gems

/// Compares two locks.
enum Moves {
  /// Lists all gems whose version or commit differs, the intended ones first.
  static func between(
    _ before: Lockfile?, _ after: Lockfile, _ uses: [String: [GemUse]], first: [String]
  ) -> [Move] {
    let old = before.map(versions) ?? [:]
    let new = versions(after)
    let names = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }
    let intended = Set(first)
    return names.sorted { left, right in
      (intended.contains(left) ? 0 : 1, left) < (intended.contains(right) ? 0 : 1, right)
    }.map { name in
      let direct = uses[name]
      let isDevelopment = direct?.allSatisfy { $0.group == .development } ?? false
      return Move(
        name: name, from: old[name], to: new[name], kind: direct == nil ? .indirect : .direct,
        group: isDevelopment ? .development : .production)
    }
  }

  /// Returns versions by name; the commit of a repository follows the versions of its gems.
  private static func versions(_ lock: Lockfile) -> [String: String] {
    var result: [String: String] = [:]
    for block in lock.blocks {
      var suffix = ""
      if case .git(let git) = block.source, let revision = git.revision {
        suffix = " (\(revision.prefix(7)))"
      }
      for spec in block.specs { result[spec.name] = spec.version.text + suffix }
    }
    return result
  }
}

extension GemfileDependency {
  /// Production, unless all its groups are for something else.
  var group: Dependency.Group {
    groups.contains { $0 == "default" || $0.contains("prod") } ? .production : .development
  }
}
