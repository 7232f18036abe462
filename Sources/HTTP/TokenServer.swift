/// A server of tokens on another host than its registry of images.
///
/// A registry names that server in its challenge, and a redirect could name any: only known pairs get
/// the registry's password.
package struct TokenServer: Hashable, Sendable {
  /// The registry's host, which is reached by https.
  package var registry: String
  /// The prefix of the server's URL.
  package var realm: String

  /// Pairs both.
  package init(registry: String, realm: String) {
    self.registry = registry
    self.realm = realm
  }

  /// Whether this is the pair of a registry and a URL.
  package func serves(_ registry: Origin, at url: AbsoluteURL) -> Bool {
    registry.scheme == "https" && registry.port == 443 && registry.bareHost == self.registry
      && (try? AbsoluteURL(realm))?.covers(url) == true
  }
}
