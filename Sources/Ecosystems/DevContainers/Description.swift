import Text
import Containers
package import Ecosystem
import Versioning

extension EcosystemID {
  /// Features of development containers.
  package static let devContainers = EcosystemID("devcontainers")
}

extension EcosystemDescription {
  /// Development containers: `features` in `devcontainer.json`.
  package static let devContainers = {
    var features = EcosystemDescription(
      id: .devContainers, displayName: "Dev Containers", language: "Dev Containers",
      label: EcosystemLabel("devcontainers_package_manager", color: "2753e3"),
      purlType: "docker", words: ["devcontainers"], manifests: ["devcontainer.json"],
      lockFile: "devcontainer-lock.json", versions: VersionOrder(of: ImageTag.self),
      satisfies: ImageTag.satisfies, create: { DevContainersEcosystem(http: $0.http) })
    features.registries = [.images]
    features.widensRequirements = false
    features.publicHosts = ["ghcr.io", "mcr.microsoft.com"]
    features.isAlias = { word, dependency in
      dependency.name.slashParts().last.map(String.init) == word
    }
    return features
  }()
}
