package import Forges
package import Logging
import YAML

/// A forge of the operator's file: its address, the credential, and the repositories.
package struct ForgeSettings: Hashable, Sendable {
  /// Also the last part of the webhook's path.
  package var name = ""
  /// Kinds that aren't served are read, and refused when they are used.
  package var kind = ForgeKind.all[0]
  /// Without a slash at its end; of a local forge a directory.
  package var url = ""
  /// Nil: only public content is read, unless the forge is local.
  package var credential: ForgeCredential?
  /// The secret of webhooks; nil: they are refused.
  package var webhookSecret: Secret?
  /// At least one in a valid file; the last pattern that matches a repository decides.
  package var repositories: [RepositoryPattern] = []
  /// The repositories of packages that private repositories of this forge may read by git with its
  /// credential, and whose notes they may quote; empty: none.
  package var privatePackages: [RepositoryPattern] = []

  /// Creates an entry without an address.
  package init() {}
}

/// The keys of an entry, before they are combined.
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
        Key("kind", \.settings.kind, .forgeKind, required: true),
        Key("url", \.settings.url, .string("a URL"), required: true),
        Key("token", \.token, .token),
        Key("app", \.app, .app),
        Key("webhook-secret", \.settings.webhookSecret, .token),
        Key("repositories", \.settings.repositories, .list(of: .repository), required: true),
        Key("private-packages", \.settings.privatePackages, .list(of: .repository)),
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

extension Shape where Value == ForgeKind {
  fileprivate static var forgeKind: Shape {
    .word(Dictionary(ForgeKind.all.map { ($0.id, $0) }) { first, _ in first })
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
  /// A private key in PEM.
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
  let (kind, rules) = (forge.settings.kind, forge.settings.kind.settings)
  if rules.needsURL, let url = node["url"] {
    _ = Shape<String>.url.decode(url, &decoding)
  }
  if let url = node["url"], let right = rules.webAddress(forge.settings.url) {
    decoding.error("this is not the address of \(kind.name)'s pages; write \(right)", at: url)
  }
  if let url = node["url"], let reason = rules.refusal(forge.settings.url) {
    decoding.error(reason, at: url)
  }
  if let app = node["app"], node["token"] != nil {
    decoding.error("'token' and 'app' exclude each other", at: app)
  }
  if let app = node["app"], !rules.acceptsApp {
    let kinds = ForgeKind.all.filter(\.settings.acceptsApp).map { "'\($0.id)'" }
    decoding.error("'app' is for the kind \(kinds.joined(separator: ", ")) alone", at: app)
  }
  if node["app"] == nil, node["token"] == nil, rules.needsCredential {
    decoding.error("one of 'token' and 'app' is missing", at: node)
  }
  if node["repositories"]?.elements?.isEmpty == true, let value = node["repositories"] {
    decoding.error("expected at least one repository", at: value)
  }
}
