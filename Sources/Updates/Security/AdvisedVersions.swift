package import Advisories
import Ecosystem

extension ProjectState {
  /// The locked versions to request advisories for; empty if the entry has no security updates.
  var advisedVersions: [AdvisedVersion] {
    guard configured.entry.policy.fixes != nil else { return [] }
    return dependencies.flatMap { dependency in
      dependency.advisedPackage(in: configured.ecosystem.description).map { package in
        dependency.versions.map { AdvisedVersion(package, $0) }
      } ?? []
    }
  }

  /// The advisories for one of its dependencies; nil: none.
  func advisories(about dependency: Dependency, _ answer: AdvisoryAnswer) -> PackageAdvisories? {
    guard configured.entry.policy.fixes != nil else { return nil }
    return dependency.advisedPackage(in: configured.ecosystem.description).flatMap {
      PackageAdvisories($0, answer)
    }
  }

  /// Whether an advisory affects a locked version of a dependency.
  func isAffected(_ dependency: Dependency, _ answer: AdvisoryAnswer) -> Bool {
    let advisories = advisories(about: dependency, answer)
    return dependency.versions.contains { advisories?.isSafe($0) == false }
  }

  /// Returns the rule that excludes an indirect dependency from version updates; nil if it may be updated.
  ///
  /// Direct dependencies are few, and a report says which of their releases a rule excludes.
  func rule(excluding dependency: Dependency) -> String? {
    guard dependency.kind == .indirect, dependency.problem == nil else { return nil }
    return configured.entry.policy.excludes(dependency)
  }
}

extension AdvisoryAnswer {
  /// The notice for the report if advisories could not be read; nil if all were.
  package var notice: String? {
    if let failure {
      let rest =
        isRecalled ? "those of the last pass are used" : "there are no security updates"
      let names = unreadable.isEmpty ? "" : " about \(unreadable.joined(separator: " and "))"
      return "the advisories\(names) could not be read; \(rest): \(failure.message)"
    }
    guard !unread.isEmpty else { return nil }
    return "these advisories could not be read; their packages are not checked for them: "
      + unread.sorted().prefix(20).joined(separator: ", ")
  }
}
