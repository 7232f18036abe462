package import HTTP

/// A protocol of package registries, named by `type` in `registries`.
package struct RegistryKind: Hashable, Sendable {
  /// How a token is sent to a registry.
  package enum TokenScheme: Hashable, Sendable {
    /// `Authorization: Bearer TOKEN`.
    case bearer
    /// Basic authentication with the token as user and an empty password.
    case user
  }

  /// The name scopes that a registry can serve, such as `@acme`.
  package struct Scope: Hashable, Sendable {
    /// Completes "expected …".
    package var expectation: String
    /// The first character of every scope; no scope contains a slash.
    package var sign: Character

    /// Creates a form of scopes.
    package init(_ expectation: String, sign: Character) {
      self.expectation = expectation
      self.sign = sign
    }

    /// Whether a text is a scope.
    package func accepts(_ text: String) -> Bool {
      text.first == sign && text.utf8.count > 1 && !text.contains("/")
    }
  }

  /// The value of `type`, as in `dependabot.yml`: `npm-registry`.
  package var type: String
  /// The name in messages; nil if the registry serves no packages by name.
  package var displayName: String?
  /// How a token is sent.
  package var tokenScheme: TokenScheme
  /// The scopes that `scopes` accepts; nil if the key isn't allowed.
  package var scope: Scope?
  /// Known servers of tokens on other hosts.
  package var tokenServers: [TokenServer] = []
  /// Sets of hosts that are one registry each, which the operator's file can have by any of the names.
  package var aliases: [Set<String>] = []

  /// Creates a kind; by default tokens are sent as `Bearer` and there are no scopes.
  package init(
    _ type: String, displayName: String?, tokenScheme: TokenScheme = .bearer, scope: Scope? = nil
  ) {
    self.type = type
    self.displayName = displayName
    self.tokenScheme = tokenScheme
    self.scope = scope
  }

  /// Git servers, which any ecosystem can use.
  package static let git = RegistryKind("git", displayName: nil)
}

/// A public registry that `doctor` tests.
package struct RegistryProbe: Hashable, Sendable {
  /// The name in the report: `registry of npm`.
  package var subject: String
  /// A URL with a small response.
  package var url: String

  /// Creates a probe.
  package init(_ subject: String, _ url: String) {
    self.subject = subject
    self.url = url
  }
}
