package import Advisories
import Ecosystem

extension Inventory {
  /// The versions that advisories are asked about: none where the entry takes no security updates.
  var advisedVersions: [AdvisedVersion] {
    guard site.entry.policy.fixes != nil else { return [] }
    return dependencies.flatMap { dependency in
      dependency.advised(in: site.ecosystem.description).map { package in
        dependency.versions.map { AdvisedVersion(package, $0) }
      } ?? []
    }
  }

  /// What an answer says of one of its dependencies; nil: nothing.
  func advisories(about dependency: Dependency, _ answer: AdvisoryAnswer) -> PackageAdvisories? {
    guard site.entry.policy.fixes != nil else { return nil }
    return dependency.advised(in: site.ecosystem.description).flatMap { PackageAdvisories($0, answer) }
  }
}

extension AdvisoryAnswer {
  /// What a report says where advisories could not be read; nil: all were.
  package var notice: String? {
    if let failure {
      let rest =
        isRecalled ? "those of the last pass count" : "security updates are not looked for"
      return "the advisories could not be read, \(rest): \(failure.words)"
    }
    guard !unread.isEmpty else { return nil }
    return "these advisories could not be read, and what they are about is not judged: "
      + unread.sorted().prefix(20).joined(separator: ", ")
  }
}
