package import Logging
import YAML

/// A forge of the operator's file: where it is, who martlet is there, and for which repositories.
package struct ForgeSettings: Hashable, Sendable {
  /// The program that a forge runs.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    case github, gitlab, gitea, forgejo, bitbucket, local
  }

  /// Who martlet is at a forge.
  package enum Credential: Hashable, Sendable {
    /// A personal access token, classic or fine-grained.
    case token(Secret)
    /// A GitHub App with its key in PEM.
    case app(id: Int, privateKey: Secret)
  }

  /// Also the last part of the webhook's path.
  package var name = ""
  /// `github` and `local` are served; the others are read, and refused when they are to be used.
  package var kind = Kind.github
  /// Without a slash at its end; of a local forge a directory.
  package var url = ""
  /// Nil: only what anybody may read, unless the forge is local.
  package var credential: Credential?
  /// What webhooks are signed with; nil: none are taken.
  package var webhookSecret: Secret?
  /// At least one in a file that is read; the last pattern that fits a repository decides.
  package var repositories: [RepositoryPattern] = []

  /// Starts without a place.
  package init() {}
}

/// A forge as its keys are read, before they are judged together.
private struct ForgeKeys {
  var settings = ForgeSettings()
  var token: Secret?
  var app: AppKeys?
}

private struct AppKeys {
  var id = 0
  var privateKey = Secret("")
}

extension Shape where Value == ForgeSettings {
  static var forge: Shape {
    Shape<ForgeKeys>.section(
      ForgeKeys(),
      [
        Key("name", \.settings.name, .forgeName, required: true),
        Key("kind", \.settings.kind, .word, required: true),
        Key("url", \.settings.url, .string("a URL"), required: true),
        Key("token", \.token, .token),
        Key("app", \.app, .app),
        Key("webhook-secret", \.settings.webhookSecret, .token),
        Key("repositories", \.settings.repositories, .list(of: .repository), required: true),
      ]
    ).checked(agree).map(settings)
  }
}

extension Shape where Value == AppKeys {
  fileprivate static var app: Shape {
    section(
      AppKeys(),
      [
        Key("id", \.id, .integer(1...Int.max), required: true),
        Key("private-key", \.privateKey, .privateKey, required: true),
      ])
  }
}

extension Shape where Value == String {
  fileprivate static var forgeName: Shape {
    .parsed("a name of letters, digits, '-' and '_'") { text in
      let isName = text.utf8.allSatisfy { byte in
        byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
          || (byte < 0x80 && (Character(Unicode.Scalar(byte)).isLetter || isDigit(byte)))
      }
      return isName && !text.isEmpty && text.utf8.count <= 64 ? text : nil
    }
  }
}

private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

extension Shape where Value == Secret {
  /// A private key in PEM, as GitHub hands it out.
  fileprivate static var privateKey: Shape {
    Shape(type: .string) { node, decoding in
      guard let secret = Shape<Secret>.token.decode(node, &decoding) else { return nil }
      let text = secret.reveal()
      let isOpen = decoding.leavesOpen(text)
      let isKey = text.contains("-----BEGIN ") && text.contains("PRIVATE KEY-----")
      if !isOpen, !isKey {
        decoding.error(
          "not a private key in PEM, which begins with -----BEGIN … PRIVATE KEY-----; "
            + "name the file that the forge gave you: \"${file:/run/secrets/app.pem}\"", at: node)
      }
      return secret
    }
  }
}

extension Shape where Value == RepositoryPattern {
  static var repository: Shape {
    .parsed("a repository such as acme/app, acme/* or \"!acme/attic\"") { RepositoryPattern($0) }
  }
}

private func settings(_ keys: ForgeKeys) -> ForgeSettings {
  var settings = keys.settings
  while settings.url.hasSuffix("/"), settings.url.utf8.count > 1 { settings.url.removeLast() }
  if let app = keys.app {
    settings.credential = .app(id: app.id, privateKey: app.privateKey)
  } else if let token = keys.token {
    settings.credential = .token(token)
  }
  return settings
}

private func agree(_ forge: ForgeKeys, _ node: Node, _ decoding: inout Decoding) {
  if forge.settings.kind != .local, let url = node["url"] {
    _ = Shape<String>.url.decode(url, &decoding)
  }
  if forge.settings.kind == .github, let url = node["url"],
    let right = webAddress(insteadOf: forge.settings.url)
  {
    decoding.error("this is not the address of GitHub's pages; write \(right)", at: url)
  }
  if forge.settings.kind != .local, forge.settings.kind != .github, let kind = node["kind"] {
    decoding.warn(
      "'\(forge.settings.kind.rawValue)' is not served yet: its repositories are refused", at: kind)
  }
  if let app = node["app"], node["token"] != nil {
    decoding.error("'token' and 'app' exclude each other", at: app)
  }
  if let app = node["app"], forge.settings.kind != .github {
    decoding.error("'app' is for the kind 'github' alone", at: app)
  }
  if node["app"] == nil, node["token"] == nil, forge.settings.kind != .local {
    decoding.error("one of 'token' and 'app' is missing", at: node)
  }
  if node["repositories"]?.elements?.isEmpty == true, let place = node["repositories"] {
    decoding.error("expected at least one repository", at: place)
  }
}

/// What to write in place of an address of GitHub's REST interface, or of one owner; nil: the URL
/// is right as far as can be said.
private func webAddress(insteadOf url: String) -> String? {
  guard let scheme = url.firstRange(of: "://") else { return nil }
  let host = url[scheme.upperBound...].prefix { !"/?#".contains($0) }.lowercased()
  let path = url[scheme.upperBound...].dropFirst(host.count)
  let start = url[..<scheme.upperBound]
  if host == "api.github.com" || host == "www.github.com" { return "https://github.com" }
  if host == "github.com", path.contains(where: { $0 != "/" }) { return "https://github.com" }
  if host.hasPrefix("api."), host.hasSuffix(".ghe.com") { return "\(start)\(host.dropFirst(4))" }
  for end in ["/api/v3", "/api/v3/", "/api", "/api/"] where path == end { return "\(start)\(host)" }
  return nil
}
