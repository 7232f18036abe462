import Ecosystem
import Store
import Versioning

/// The versions that people declined by closing pull requests into a base branch.
///
/// A pull request declines each of its versions and the older ones of the dependency, whatever group
/// the dependency has later. One for a step that `separate` divides off declines that step only.
struct Declines: Sendable {
  /// A version that a closed pull request proposed.
  struct Version: Hashable, Sendable {
    var version: String
    /// The number of the pull request.
    var number: Int
    /// The step that the pull request was for; nil: all.
    var step: Step?
  }

  private struct Subject: Hashable {
    var ecosystem: EcosystemID
    var directory: String
    var name: String
  }

  private var versions: [Subject: [Version]] = [:]
  /// The successors that people declined, by the deprecated dependency.
  private var replacements: [Subject: [(new: String, number: Int)]] = [:]

  /// Takes what is stored for a repository.
  ///
  /// Pull requests for a whole lock are left out: closing one says nothing about a single dependency.
  init(_ all: [DeclinedVersions], on base: String) {
    for declined in all {
      guard let key = UpdateKey(declined.key, of: declined.repository), key.base == base,
        !key.isMaintenance
      else { continue }
      if let replacement = key.replacement {
        if case .directory(let ecosystem, let directory) = key.scope {
          let subject = Subject(ecosystem: ecosystem, directory: directory, name: replacement.old)
          replacements[subject, default: []].append((replacement.new, declined.number))
        }
        continue
      }
      for (text, version) in declined.versions {
        guard let dependency = DependencyKey(text, in: key.scope) else { continue }
        let subject = Subject(
          ecosystem: dependency.ecosystem, directory: dependency.directory, name: dependency.name)
        versions[subject, default: []].append(
          Version(version: version, number: declined.number, step: key.step))
      }
    }
  }

  /// Whether nothing is declined.
  var isEmpty: Bool { versions.isEmpty && replacements.isEmpty }

  /// Returns the newest pull request whose closing declines a replacement, whatever the version; nil if
  /// none does.
  func decline(of replacement: Replacement, in project: Project) -> Int? {
    let subject = Subject(
      ecosystem: project.ecosystem, directory: project.directory, name: replacement.old)
    return replacements[subject]?.filter { $0.new == replacement.new }.map(\.number).max()
  }

  /// Returns the pull request whose closing declines a release; nil if none does.
  ///
  /// - Parameters:
  ///   - release: the release.
  ///   - id: the identity of its dependency.
  ///   - project: the project of the dependency.
  ///   - order: the versions of the dependency, oldest first.
  /// - Returns: the newest such pull request.
  func decline(
    of release: Release, _ id: String, in project: Project, order: [String]
  ) -> Version? {
    let subject = Subject(ecosystem: project.ecosystem, directory: project.directory, name: id)
    return versions[subject]?.filter { declined in
      (declined.step == nil || declined.step == release.step)
        && isAtLeast(declined.version, release.version, in: order)
    }.max { $0.number < $1.number }
  }

  private func isAtLeast(_ declined: String, _ version: String, in order: [String]) -> Bool {
    guard declined != version else { return true }
    guard let theirs = order.firstIndex(of: declined), let mine = order.firstIndex(of: version)
    else { return false }
    return theirs >= mine
  }
}
