package import Ecosystem
import Versioning

extension EcosystemID {
  /// Pods.
  package static let cocoapods = EcosystemID("cocoapods")
}

extension ToolchainKey {
  /// Written as `COCOAPODS` if the lock has no such line; pods' `cocoapods_version` is compared with
  /// it.
  package static let cocoapods = ToolchainKey("cocoapods", standard: "1.16.2")
}

extension EcosystemDescription {
  /// CocoaPods: `Podfile` and `Podfile.lock`.
  package static let cocoapods = {
    var cocoapods = EcosystemDescription(
      id: .cocoapods, displayName: "CocoaPods", language: "Swift",
      label: EcosystemLabel("cocoapods", color: "ee3322"), purlType: "cocoapods", words: [],
      manifests: ["Podfile"], lockFile: "Podfile.lock",
      versions: VersionOrder(of: PodVersion.self), satisfies: PodRequirement.isSatisfied,
      create: {
        CocoaPodsEcosystem(http: $0.http, git: $0.git, toolchain: $0.toolchain)
      })
    cocoapods.ownWords = ["cocoapods"]
    cocoapods.toolchain = [.cocoapods]
    cocoapods.provesVersions = true
    cocoapods.migration = .source
    cocoapods.registrySettings = ["Podfile"]
    cocoapods.publicHosts = ["cdn.cocoapods.org", "cocoapods.org"]
    cocoapods.probes = [
      RegistryProbe("repository of pods", "https://cdn.cocoapods.org/CocoaPods-version.yml")
    ]
    cocoapods.isRepository = { dependency in
      dependency.source?.hasPrefix(PodPage.base) == false
    }
    return cocoapods
  }()
}

/// The page of a pod of CocoaPods' own repository.
enum PodPage {
  static let base = "https://cocoapods.org/pods/"

  static func address(of pod: String) -> String { base + pod }
}
