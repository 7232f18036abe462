package import Ecosystem
import HTTP

extension ImageTag {
  /// Whether the number of a tag satisfies a requirement; the variant doesn't count.
  ///
  /// - Throws: a problem if either can't be parsed.
  @Sendable package static func satisfies(
    _ version: String, _ requirement: String
  ) throws(Problem) -> Bool {
    guard let tag = ImageTag(version) else {
      throw Problem(.usage, "is not a version", subject: version)
    }
    return try NumberRequirement(requirement).accepts(tag.numbers)
  }
}

extension RegistryKind {
  /// Registries of images.
  package static let images: RegistryKind = {
    var kind = RegistryKind("docker-registry", displayName: "registry of images")
    // https://distribution.github.io/distribution/spec/auth/token/
    kind.tokenServers = [
      TokenServer(registry: "registry-1.docker.io", realm: "https://auth.docker.io/")
    ]
    kind.aliases = [ImageReference.hubHosts]
    return kind
  }()
}
