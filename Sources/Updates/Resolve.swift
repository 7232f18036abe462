package import Ecosystem
import Versioning

/// What came of working out an update.
package enum Resolved: Sendable {
  case change(Ecosystem.Change, to: Release)
  case problem(Problem)
}

extension World {
  /// Works out what moving a dependency changes, to the best version that can be reached.
  ///
  /// A version that contradicts another requirement gives way to the next lower one, at most ten
  /// times; the problem told is that of the best version.
  package func resolve(_ outlook: Outlook, at site: Site, in tree: SourceTree) async -> Resolved {
    var first: Problem?
    for release in outlook.candidates.prefix(10) {
      do throws(Problem) {
        let change = try await site.ecosystem.change(
          site.project, in: tree, toward: goal(outlook, release, site))
        if !change.files.isEmpty { return .change(change, to: release) }
      } catch {
        guard error.kind == .unsolvable else { return .problem(error) }
        first = first ?? error
      }
    }
    let nothing = Problem(
      .unsolvable, "no newer version changes the lock", subject: outlook.dependency.name)
    return .problem(first ?? nothing)
  }

  /// Dependabot's `auto`: applications, which have a lock, raise what they write down; SwiftPM and
  /// libraries only where they must.
  private func strategy(_ site: Site) -> VersioningStrategy {
    let wanted = site.entry.policy.strategy
    guard wanted == .auto, site.project.lock != nil, site.project.ecosystem != .swift else {
      return wanted
    }
    return .increase
  }

  private func goal(_ outlook: Outlook, _ release: Release, _ site: Site) -> Goal {
    var options = UpdateOptions()
    options.strategy = strategy(site)
    return .update([.init(name: outlook.dependency.name, version: release.version)], options)
  }
}
