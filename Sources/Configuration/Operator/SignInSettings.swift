package import Logging
import YAML

/// How people sign in to the pages with the operator's provider of accounts.
package struct SignInSettings: Hashable, Sendable {
  /// The provider.
  package var provider = OpenIDSettings()

  /// Creates settings without a provider.
  package init() {}
}

/// A provider of OpenID Connect, and what its groups may do.
package struct OpenIDSettings: Hashable, Sendable {
  /// The URL of the provider, as its tokens name it.
  package var issuer = ""
  /// The name of martlet at the provider.
  package var clientID = ""
  /// The password of martlet at the provider.
  package var clientSecret = Secret("")
  /// What the provider's groups may do.
  package var groups = PageGroups()
  /// The claim of the ID token that lists a person's groups.
  package var groupsClaim = "groups"
  /// Further scopes to ask for, besides `openid`, such as `groups`.
  package var scopes: [String] = []

  /// Creates settings without a provider.
  package init() {}
}

/// The groups of a provider whose members may use the pages.
package struct PageGroups: Hashable, Sendable {
  /// The groups whose members may act.
  package var operators: [String] = []
  /// The groups whose members may look.
  package var viewers: [String] = []

  /// Creates settings without a group.
  package init() {}

  /// What members of some groups may do; nil: nothing.
  package func scope(of groups: Set<String>) -> PageToken.Scope? {
    if !groups.isDisjoint(with: operators) { return .operator }
    return groups.isDisjoint(with: viewers) ? nil : .viewer
  }
}

extension Shape where Value == SignInSettings {
  static var signIn: Shape {
    section(SignInSettings(), [Key("oidc", \.provider, .openID, required: true)])
  }
}

extension Shape where Value == OpenIDSettings {
  fileprivate static var openID: Shape {
    section(
      OpenIDSettings(),
      [
        Key("issuer", \.issuer, .url, required: true),
        Key("client-id", \.clientID, .string, required: true),
        Key("client-secret", \.clientSecret, .token, required: true),
        Key("groups", \.groups, .groups, required: true),
        Key("groups-claim", \.groupsClaim, .string),
        Key("scopes", \.scopes, .list(of: .scope)),
      ]
    ).checked(agree)
  }
}

extension Shape where Value == PageGroups {
  fileprivate static var groups: Shape {
    section(
      PageGroups(),
      [
        Key("operator", \.operators, .listOrOne(of: .string)),
        Key("viewer", \.viewers, .listOrOne(of: .string)),
      ])
  }
}

extension Shape where Value == String {
  /// A scope of OAuth (RFC 6749, section 3.3).
  fileprivate static var scope: Shape {
    .parsed("a scope without spaces") { text in
      let isPlain = text.utf8.allSatisfy {
        $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
      }
      return isPlain && !text.isEmpty ? text : nil
    }
  }
}

private func agree(_ settings: OpenIDSettings, _ node: Node, _ decoding: inout Decoding) {
  if let issuer = node["issuer"], settings.issuer.contains(where: { "?#".contains($0) }) {
    decoding.error("an issuer has neither '?' nor '#'", at: issuer)
  }
  if let groups = node["groups"], settings.groups.operators.isEmpty,
    settings.groups.viewers.isEmpty
  {
    decoding.error("expected at least one group of 'operator' or 'viewer'", at: groups)
  }
}

/// Reports a sign-in whose provider can't send people back.
func checkSignIn(_ file: OperatorFile, _ node: Node, _ decoding: inout Decoding) {
  guard let value = node["sign-in"], file.signIn != nil else { return }
  if file.publicURLs.isEmpty {
    decoding.error(
      "'public-url' is missing: the provider sends people back to PUBLIC-URL/sign-in/callback",
      at: value)
  }
  let isLocal = ["http://127.0.0.1", "http://localhost", "http://[::1]"]
  if let url = file.publicURLs.first, url.hasPrefix("http://"),
    !isLocal.contains(where: { url.hasPrefix($0) })
  {
    decoding.warn("people sign in over plain HTTP: give 'public-url' with https", at: value)
  }
}
