import Forges
package import Logging
import YAML

/// The key that signs the commits that martlet writes.
package struct SigningSettings: Hashable, Sendable {
  /// The format of key and signature.
  package enum Format: String, Hashable, Sendable {
    /// OpenPGP, as GnuPG exports it.
    case gpg
    /// OpenSSH's private key.
    case ssh
  }

  /// The format of the key.
  package var format = Format.ssh
  /// The private key, without a passphrase.
  package var key = Secret("")
  /// The name of author and committer; nil: of the OpenPGP key's user, or of the account.
  package var name: String?
  /// The address of author and committer; nil: of the OpenPGP key's user, or of the account.
  package var email: String?

  /// Creates settings without a key.
  package init() {}
}

/// The keys of the section, before they are combined.
private struct SigningKeys {
  var gpg: Secret?
  var ssh: Secret?
  var name: String?
  var email: String?
}

extension Shape where Value == SigningSettings {
  static var signing: Shape {
    Shape<SigningKeys>.section(
      SigningKeys(),
      [
        Key("gpg", \.gpg, .token), Key("ssh", \.ssh, .token),
        Key("name", \.name, .person("a name")), Key("email", \.email, .email),
      ]
    ).checked(agree).map(settings)
  }
}

extension Shape where Value == String {
  /// A text that git allows for a person.
  fileprivate static func person(_ what: String) -> Shape {
    .parsed("\(what) without '<', '>' and line breaks") { text in
      text.isEmpty || text.contains { "<>\n\0".contains($0) } ? nil : text
    }
  }

  fileprivate static var email: Shape {
    .parsed("an email address", as: .email) { text in
      let isPlain = !text.contains { "<>".contains($0) || $0.isWhitespace }
      return isPlain && text.contains("@") ? text : nil
    }
  }
}

private func settings(_ keys: SigningKeys) -> SigningSettings {
  var settings = SigningSettings()
  if let key = keys.gpg {
    (settings.format, settings.key) = (.gpg, key)
  } else if let key = keys.ssh {
    (settings.format, settings.key) = (.ssh, key)
  }
  settings.name = keys.name
  settings.email = keys.email
  return settings
}

private func agree(_ keys: SigningKeys, _ node: Node, _ decoding: inout Decoding) {
  if let ssh = node["ssh"], node["gpg"] != nil {
    decoding.error("'gpg' and 'ssh' exclude each other", at: ssh)
  }
  if node["gpg"] == nil, node["ssh"] == nil {
    decoding.error("one of 'gpg' and 'ssh' is missing", at: node)
  }
  if let name = node["name"], node["email"] == nil {
    decoding.error("'name' needs 'email'", at: name)
  }
}

/// Reports forges on which signed commits aren't shown as such, and Apps without an address.
func checkSigning(_ file: OperatorFile, _ node: Node, _ decoding: inout Decoding) {
  guard let signing = file.signing, let value = node["signing"] else { return }
  for forge in file.forges {
    switch forge.kind.settings.signatures {
    case .verified: break
    case .stored:
      decoding.note(
        "\(forge.kind.name) keeps the signatures of commits and shows nothing of them "
          + "(forge '\(forge.name)')", at: value)
    case .none:
      decoding.note(
        "'signing' has no effect on the forge '\(forge.name)': commits in \(forge.kind.name) "
          + "aren't signed", at: value)
    }
  }
  if signing.format == .ssh, signing.email == nil,
    let forge = file.forges.first(where: { $0.credential?.isApp == true })
  {
    decoding.error(
      "'email' is missing: an App (forge '\(forge.name)') has no address. Write the one of the "
        + "account that has the key", at: value)
  }
}
