package import Logging
import YAML

/// An entry of `notifications`: where messages are sent, about what, and when.
package struct NotificationSettings: Hashable, Sendable {
  /// The formats of messages.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    case slack, teams, discord, mattermost, webhook, mail
    case googleChat = "google-chat"
  }

  /// An event that a notification can be about.
  package typealias Event = NotificationEvent
  /// The lowest severity of advisories.
  package typealias Severity = NotificationSeverity

  /// Identifies the entry in logs, metrics and the state; nil: derived from kind and URL.
  package var name: String?
  /// The format.
  package var kind = Kind.webhook
  /// The address of the webhook, or of the mail server; whoever knows it can send messages.
  package var url = Secret("")
  /// The events; all by default.
  package var events = Event.allCases
  /// Advisories below it are left out; one without a severity is always reported.
  package var severity = Severity.low
  /// Whether it is only about repositories whose own file chooses it by its name.
  package var isOptIn = false
  /// Only repositories that a pattern selects; empty: all.
  package var repositories: [RepositoryPattern] = []
  /// When one message about everything since the last one is sent; nil: soon after each event.
  package var digest: Schedule?
  /// When no message is sent; it follows at the end.
  package var quietHours: QuietHours?
  /// Signs the bodies of `webhook`.
  package var secret: Secret?
  /// Sender, recipients and account of `mail`.
  package var mail = MailSettings()

  /// Creates an entry without an address.
  package init() {}

  /// What decides whether a repository's file may choose the entry, without anything secret.
  package var withoutAddress: NotificationSettings {
    var result = NotificationSettings()
    (result.name, result.isOptIn, result.repositories) = (name, isOptIn, repositories)
    return result
  }

  /// The values that are masked in every output.
  package var secrets: [Secret] { [url, secret, mail.password].compactMap(\.self) }
}

/// The keys of a notification by mail.
package struct MailSettings: Hashable, Sendable {
  /// The address of the sender.
  package var from = ""
  /// The addresses of the recipients.
  package var to: [String] = []
  /// The account at the mail server; nil: none is needed.
  package var username: String?
  /// Its password.
  package var password: Secret?

  /// Creates empty settings.
  package init() {}
}

/// A part of the day without messages, which can include midnight.
package struct QuietHours: Hashable, Sendable {
  /// The first minute.
  package var from = TimeOfDay.midnight
  /// The end, when messages that waited are sent.
  package var to = TimeOfDay.midnight
  /// The IANA name of the time zone.
  package var timezone = "UTC"

  /// Creates an empty part of the day.
  package init() {}
}

extension Shape where Value == NotificationSettings {
  static var notification: Shape {
    section(
      NotificationSettings(),
      [
        Key("name", \.name, .notificationName),
        Key("kind", \.kind, .word, required: true),
        Key("url", \.url, .token, required: true),
        Key("opt-in", \.isOptIn, .bool),
        Key("events", \.events, .list(of: .word)),
        Key("severity", \.severity, .word),
        Key("repositories", \.repositories, .list(of: .repository)),
        Key("digest", \.digest, .schedule),
        Key("quiet-hours", \.quietHours, .quietHours),
        Key("secret", \.secret, .token),
        Key("from", \.mail.from, .mailAddress),
        Key("to", \.mail.to, .listOrOne(of: .mailAddress)),
        Key("username", \.mail.username, .string("the name of an account")),
        Key("password", \.mail.password, .token),
      ]
    ).checked(agree)
  }
}

extension Shape where Value == QuietHours {
  fileprivate static var quietHours: Shape {
    let time = Shape<TimeOfDay>.timeOfDay("22:00")
    return section(
      QuietHours(),
      [
        Key("from", \.from, time, required: true), Key("to", \.to, time, required: true),
        Key("timezone", \.timezone, .timezone),
      ]
    ).checked { hours, node, decoding in
      if hours.from == hours.to, node["from"] != nil, node["to"] != nil {
        decoding.error("'from' and 'to' are the same time", at: node)
      }
    }
  }
}

extension Shape where Value == String {
  static var notificationName: Shape {
    .parsed("a name of letters, digits, '-' and '_'") { text in
      let isName = text.utf8.allSatisfy { byte in
        byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
          || (byte < 0x80 && (Character(Unicode.Scalar(byte)).isLetter || (0x30...0x39) ~= byte))
      }
      return isName && !text.isEmpty && text.utf8.count <= 64 ? text : nil
    }
  }

  /// An address for an envelope: no spaces, brackets or line breaks.
  fileprivate static var mailAddress: Shape {
    .parsed("an address such as ann@acme.dev", as: .email) { text in
      let parts = text.split(separator: "@", omittingEmptySubsequences: false)
      let isPlain = text.utf8.allSatisfy { byte in
        byte > 0x20 && byte < 0x7F && !"<>(),;:\\\"[]".utf8.contains(byte)
      }
      return parts.count == 2 && !parts.contains("") && isPlain && text.utf8.count <= 254
        ? text : nil
    }
  }
}

/// The keys that only mail has.
private let mailKeys = ["from", "to", "username", "password"]

private func agree(_ entry: NotificationSettings, _ node: Node, _ decoding: inout Decoding) {
  if let url = node["url"] { checkURL(entry, url, &decoding) }
  if entry.isOptIn, entry.name == nil {
    decoding.error("'opt-in' needs a 'name', by which repositories choose the entry", at: node)
  }
  if let events = node["events"], events.elements?.isEmpty == true {
    decoding.error("expected at least one event", at: events)
  }
  if node["severity"] != nil, !entry.events.contains(.security), let value = node["severity"] {
    decoding.warn("'severity' is used only with the event 'security'", at: value)
  }
  if entry.kind != .webhook, let secret = node["secret"] {
    decoding.error("'secret' is for the kind 'webhook' alone", at: secret)
  }
  guard entry.kind == .mail else {
    for key in mailKeys {
      if let value = node[key] {
        decoding.error("'\(key)' is for the kind 'mail' alone", at: value)
      }
    }
    return
  }
  for key in ["from", "to"] where node[key] == nil {
    decoding.error("the key '\(key)' is missing", at: node)
  }
  if (node["username"] == nil) != (node["password"] == nil) {
    decoding.error("'username' and 'password' belong together", at: node)
  }
  if entry.mail.password != nil, entry.url.reveal().hasPrefix("smtp://"), !entry.isLoopback,
    let url = node["url"]
  {
    decoding.note("STARTTLS is required here, because there is a password", at: url)
  }
}

extension NotificationSettings {
  fileprivate var isLoopback: Bool {
    ["smtp://127.0.0.1", "smtp://localhost", "smtp://[::1]"].contains { url.reveal().hasPrefix($0) }
  }
}

/// Reports an address of another kind, without its text.
private func checkURL(_ entry: NotificationSettings, _ node: Node, _ decoding: inout Decoding) {
  let url = entry.url.reveal()
  guard !decoding.leavesOpen(url) else { return }
  let schemes = entry.kind == .mail ? ["smtps://", "smtp://"] : ["https://", "http://"]
  let isAddress =
    schemes.contains { url.hasPrefix($0) && url.utf8.count > $0.utf8.count }
    && url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } && url.utf8.count <= 2_048
  guard isAddress else {
    let example =
      entry.kind == .mail ? "smtps://mail.acme.dev" : "https://hooks.slack.com/services/…"
    return decoding.expected("a URL such as \(example)", node, hidden: true)
  }
  let authority = url.firstRange(of: "://").map { url[$0.upperBound...].prefix { $0 != "/" } }
  if authority?.contains("@") == true {
    decoding.error("a URL with a user in it; say username and password", at: node)
  }
}
