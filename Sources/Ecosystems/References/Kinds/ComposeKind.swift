package import Ecosystem
import Text
import YAML

extension EcosystemID {
  /// Images in Compose files.
  package static let compose = EcosystemID("docker-compose")
}

extension ReferenceKind {
  /// Docker Compose: `image` of services.
  package static let compose = {
    var kind = ReferenceKind(
      .compose, "Docker Compose", color: "21ceff",
      manifests: ["docker-compose.yml", "compose.yaml"],
      directory: { isComposeFile($0) ? TreePath.directory(of: $0) : nil },
      parse: { source, _ throws(Problem) in try ReferenceFile.images(of: source, \.images) })
    kind.readsOnlyImages(label: "docker_compose")
    kind.mayBeLarge = { _ in true }
    return kind
  }()
}

/// Whether a path is a Compose file: `compose.yaml`, `docker-compose.dev.yml`, `podman-compose.yml`,
/// `docker-compose-prod.yaml`, `docker-compose.ci.test.yml`, `compose_dev.yml`.
///
/// The word `compose`, with any words in front of it and behind it.
private func isComposeFile(_ path: String) -> Bool {
  let parts = TreePath.name(of: path).lowercased().split(
    separator: ".", omittingEmptySubsequences: false)
  guard parts.count > 1, ["yml", "yaml"].contains(parts[parts.count - 1]) else { return false }
  return parts.dropLast().contains { part in
    part.split { $0 == "-" || $0 == "_" }.contains("compose")
  }
}

extension Node {
  /// The images of services; the image of a service with `build` is the result of the build.
  fileprivate var images: [ImageValue] {
    let services = self["services"]?.entries?.map(\.value) ?? []
    return services.filter { $0["build"] == nil }.compactMap { service in
      service["image"].map { ImageValue($0, isCertain: true) }
    }
  }
}
