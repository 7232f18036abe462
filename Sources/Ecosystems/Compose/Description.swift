import Containers
package import Ecosystem
import Versioning

extension EcosystemID {
  /// Images in Compose files.
  package static let compose = EcosystemID("docker-compose")
}

extension EcosystemDescription {
  /// Docker Compose: `image` of services.
  package static let compose = {
    var compose = EcosystemDescription(
      id: .compose, displayName: "Docker Compose", language: "Docker Compose",
      label: EcosystemLabel("docker_compose", color: "21ceff"), purlType: "docker",
      words: ["docker-compose"], manifests: ["docker-compose.yml", "compose.yaml"],
      lockFile: "docker-compose.yml", versions: VersionOrder(of: ImageTag.self),
      satisfies: ImageTag.satisfies, create: { ComposeEcosystem(http: $0.http) })
    compose.registries = [.images]
    compose.widensRequirements = false
    compose.pins = true
    compose.publicHosts = ["registry-1.docker.io"]
    return compose
  }()
}
