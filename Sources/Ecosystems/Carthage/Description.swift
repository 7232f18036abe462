package import Ecosystem
import Text
import Versioning

extension EcosystemID {
  /// Frameworks that Carthage builds.
  package static let carthage = EcosystemID("carthage")
}

extension EcosystemDescription {
  /// Carthage: `Cartfile`, `Cartfile.private` and `Cartfile.resolved`.
  package static let carthage = {
    var carthage = EcosystemDescription(
      id: .carthage, displayName: "Carthage", language: "Swift",
      label: EcosystemLabel("carthage", color: "f05138"), purlType: "generic", words: [],
      manifests: ["Cartfile", "Cartfile.private"], lockFile: "Cartfile.resolved",
      versions: VersionOrder(of: CarthageVersion.self), satisfies: CarthageRequirement.isSatisfied,
      create: { CarthageEcosystem(http: $0.http, git: $0.git) })
    carthage.ownWords = ["carthage"]
    carthage.widensRequirements = false
    carthage.migration = .source
    carthage.isRepository = { $0.source?.hasSuffix(".json") == false }
    carthage.isAlias = { word, dependency in
      dependency.name.split(separator: "/").last?.lowercased() == word.lowercased()
    }
    carthage.generatedFolders = ["Carthage"]
    return carthage
  }()
}

extension CarthageRequirement {
  /// Whether a version satisfies a requirement in the syntax of a Cartfile, such as `~> 1.2`.
  @Sendable fileprivate static func isSatisfied(
    by version: String, _ requirement: String
  ) throws(Problem) -> Bool {
    guard let wanted = CarthageVersion(version) else {
      throw Problem(.usage, "is not a version", subject: version)
    }
    let line = SourceText(file: "requirement", "github \"a/b\" \(requirement)")
    guard let entry = try Cartfile(line).entries.first, entry.requirement != .any,
      !entry.requirement.isReference
    else { throw Problem(.usage, "is not a requirement of Carthage", subject: requirement) }
    return entry.requirement.isSatisfied(by: wanted)
  }

  /// Whether it names a branch, tag or commit.
  private var isReference: Bool { if case .reference = self { true } else { false } }
}
