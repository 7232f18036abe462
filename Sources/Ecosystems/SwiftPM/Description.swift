import Text
package import Ecosystem
import Versioning

extension EcosystemID {
  /// Swift packages, in packages and in Xcode projects.
  package static let swift = EcosystemID("swift")
}

extension ToolchainKey {
  /// The Swift that decides which manifests can be read, and which tags count, such as
  /// `1.0.0@swift-6`.
  package static let swift = ToolchainKey("swift", standard: "6.3.1")
}

extension OSVEcosystem {
  /// Swift in OSV; versions are ordered by SemVer 2.
  package static let swift = OSVEcosystem(
    "SwiftURL", names: .address, order: VersionOrder(of: SemanticVersion.self), components: 3)
}

extension EcosystemDescription {
  /// SwiftPM: `Package.swift` or an Xcode project, and `Package.resolved`.
  package static let swift = {
    var swift = EcosystemDescription(
      id: .swift, displayName: "SwiftPM", tools: ["SwiftPM", "Xcode"], language: "Swift",
      label: EcosystemLabel("swift", color: "f05138"), purlType: "swift", words: ["swift"],
      manifests: ["Package.swift", "*.xcodeproj", "*.xcworkspace"], lockFile: "Package.resolved",
      versions: VersionOrder(of: SemanticVersion.self), satisfies: RequirementText.isSatisfied,
      create: { resources in
        SwiftPMEcosystem(
          http: resources.http, git: resources.git, toolchain: resources.toolchain,
          cache: ManifestCache(resources.contents))
      })
    swift.toolchain = [.swift]
    swift.widensRequirements = false
    swift.provesVersions = true
    swift.sharesLocks = true
    swift.migration = .destination
    swift.advisories = .swift
    swift.isRepository = { _ in true }
    swift.isAlias = isIdentity
    swift.generatedFolders = [".build", "DerivedData", "Pods", "Carthage"]
    swift.sample = { SwiftSample.make() }
    return swift
  }()

  /// Whether a word is the address of a dependency, or its identity in another case: `Alamofire` and
  /// `https://github.com/Alamofire/Alamofire.git` are both `alamofire`.
  @Sendable private static func isIdentity(_ word: String, of dependency: Dependency) -> Bool {
    guard var last = word.slashParts().last else { return false }
    if last.hasSuffix(".git") { last.removeLast(4) }
    return dependency.name.lowercased() == last.lowercased()
  }
}

extension RequirementText {
  /// Whether a version satisfies a requirement as `dependabot.yml` writes it.
  @Sendable fileprivate static func isSatisfied(
    by version: String, _ requirement: String
  ) throws(Problem) -> Bool {
    guard let version = SemanticVersion(version) else {
      throw Problem(.usage, "is not a version", subject: version)
    }
    return try RequirementText(requirement).contains(version)
  }
}
