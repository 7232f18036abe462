import HTTP

/// Registries of images whose server of tokens is on another host.
///
/// A registry names that server in its challenge, so that a redirect could name any. The pairs are
/// those of each registry's documentation or its answer to `GET /v2/`:
///
/// - Docker Hub: https://distribution.github.io/distribution/spec/auth/token/
/// - GitLab: https://docs.gitlab.com/administration/packages/container_registry/ (`auth_realm`)
enum TokenServers {
  private static let known: [(registry: String, realm: String)] = [
    ("registry-1.docker.io", "https://auth.docker.io/"),
    ("registry.gitlab.com", "https://gitlab.com/jwt/auth"),
  ]

  /// The hosts of Docker Hub; an entry of the operator's file may name any of them.
  private static let hub: Set = [
    "registry-1.docker.io", "index.docker.io", "registry.hub.docker.com", "hub.docker.com",
    "docker.io",
  ]

  /// Whether a server of tokens is known to belong to a registry.
  static func isKnown(_ realm: AbsoluteURL, for registry: Origin) -> Bool {
    guard registry.scheme == "https" else { return false }
    return known.contains { pair in
      pair.registry == registry.bareHost && registry.port == 443
        && (try? AbsoluteURL(pair.realm))?.covers(realm) == true
    }
  }

  /// Whether two origins are one registry: they are equal, or both are Docker Hub.
  static func isSameRegistry(_ left: Origin, _ right: Origin) -> Bool {
    if left == right { return true }
    return left.scheme == "https" && right.scheme == "https"
      && hub.contains(left.bareHost) && hub.contains(right.bareHost)
  }
}
