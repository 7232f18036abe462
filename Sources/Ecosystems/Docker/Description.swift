import Containers
package import Ecosystem
import Versioning

extension EcosystemID {
  /// Images in Dockerfiles and Kubernetes manifests.
  package static let docker = EcosystemID("docker")
}

extension EcosystemDescription {
  /// Docker: `FROM` and `COPY --from` in Dockerfiles, `image` in Kubernetes manifests.
  package static let docker = {
    var docker = EcosystemDescription(
      id: .docker, displayName: "Docker", language: "Docker",
      label: EcosystemLabel("docker", color: "21ceff"), purlType: "docker", words: ["docker"],
      manifests: ["Dockerfile"], lockFile: "Dockerfile", versions: VersionOrder(of: ImageTag.self),
      satisfies: ImageTag.satisfies, create: { DockerEcosystem(http: $0.http) })
    docker.matchesOtherFiles = true
    docker.registries = [.images]
    docker.widensRequirements = false
    docker.pins = true
    docker.publicHosts = ["registry-1.docker.io"]
    return docker
  }()
}
