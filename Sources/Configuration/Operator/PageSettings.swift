package import Logging
import YAML

/// Access to the service's pages and its API.
package struct PageSettings: Hashable, Sendable {
  /// The token that the pages require; nil if they are open or `tokens` has others.
  package var token: Secret?
  /// Further tokens by name, with what their holders may do.
  package var tokens: [PageToken] = []

  /// Creates settings for open pages.
  package init() {}

  /// Whether everybody who reaches the address may look.
  package var isOpen: Bool { token == nil && tokens.isEmpty }

  /// All tokens, which are masked in every output.
  package var secrets: [Secret] { [token].compactMap(\.self) + tokens.map(\.token) }
}

/// A token for the pages and the API.
package struct PageToken: Hashable, Sendable {
  /// What the holder of a token may do.
  package enum Scope: String, CaseIterable, Hashable, Sendable {
    /// Look at everything.
    case viewer
    /// Also act: visit, pause, resume, retry, rebuild, unignore.
    case `operator`
  }

  /// Who acts, for the log and the pages.
  package var name = ""
  /// The token.
  package var token = Secret("")
  /// What its holder may do.
  package var scope = Scope.viewer

  /// Creates a token without a value.
  package init() {}
}

extension Shape where Value == PageSettings {
  static var pages: Shape {
    section(
      PageSettings(),
      [Key("token", \.token, .secret), Key("tokens", \.tokens, .list(of: .pageToken, limit: 100))]
    ).checked(agree)
  }
}

extension Shape where Value == PageToken {
  fileprivate static var pageToken: Shape {
    section(
      PageToken(),
      [
        Key("name", \.name, .string("a name"), required: true),
        Key("token", \.token, .token, required: true), Key("scope", \.scope, .word),
      ])
  }
}

/// Reports short tokens and repeated names.
private func agree(_ pages: PageSettings, _ node: Node, _ decoding: inout Decoding) {
  var seen: Set<String> = []
  for element in node["tokens"]?.elements ?? [] {
    if let name = element["name"], let text = name.string, !seen.insert(text).inserted {
      decoding.error("a second token named '\(text)'", at: name)
    }
    guard let value = element["token"], let text = value.string, !decoding.leavesOpen(text) else {
      continue
    }
    let length = (try? decoding.placeholders.expand(text))?.text.utf8.count ?? 0
    if length < 16 { decoding.error("expected a token of at least 16 characters", at: value) }
  }
}
