import Configuration
import Logging
import Testing
import Text

/// A right file with one notification of these keys.
private func read(_ keys: String) -> Decoded<OperatorFile> {
  OperatorFile.read(
    SourceText(
      file: "martlet.yml",
      """
      forges:
        - {name: hub, kind: local, url: /srv, repositories: [acme/*]}
      notifications:
        - {\(keys)}

      """), ecosystems: ecosystems,
    placeholders: .resolved(
      environment: { ["HOOK": "https://hooks.dev/s3cret"][$0] }, file: { _ in nil }))
}

private func findings(_ keys: String) -> [String] {
  read(keys).findings.map { $0.description.replacing("martlet.yml:4:", with: "") }
}

private let hook = "url: \"${env:HOOK}\""
private let mail = "kind: mail, url: smtps://mail.dev"

@Suite struct `A notification in the operator's file` {
  @Test func `has all events and no limits by default`() throws {
    let entry = try #require(read("kind: slack, \(hook)").value?.notifications.first)
    #expect(entry.url.reveal() == "https://hooks.dev/s3cret")
    #expect(entry.events == NotificationSettings.Event.allCases)
    #expect(entry.severity == .low && entry.digest == nil && entry.quietHours == nil)
    #expect(entry.secrets.map { $0.reveal() } == ["https://hooks.dev/s3cret"])
  }

  @Test func `has a schedule, quiet hours and an account`() throws {
    let entry = try #require(
      read(
        "\(mail), from: a@acme.dev, to: b@acme.dev, username: a, password: secret, "
          + "digest: {interval: weekly}, quiet-hours: {from: \"22:00\", to: \"7:00\"}"
      ).value?.notifications.first)
    #expect(entry.mail.to == ["b@acme.dev"] && entry.mail.password?.reveal() == "secret")
    #expect(entry.digest?.interval == .weekly)
    #expect(entry.quietHours?.to.description == "07:00")
    #expect(entry.secrets.count == 2)
  }

  @Test(arguments: [
    ("kind: slack", "the key 'url' is missing"),
    ("kind: slack, url: s3cret", "expected a URL such as https://hooks.slack.com/services/…"),
    ("kind: slack, url: \"https://u:s3cret@hooks.dev/\"", "a URL with a user in it"),
    ("kind: slack, url: smtps://s3cret.dev", "expected a URL such as https://hooks"),
    ("kind: mail, url: https://s3cret.dev, from: a@b, to: b@c", "expected a URL such as smtps:"),
    ("kind: pager, \(hook)", "expected one of discord, google-chat, mail"),
    ("kind: slack, \(hook), events: []", "expected at least one event"),
    ("kind: slack, \(hook), events: [green]", "expected one of merged, moved, origin"),
    ("kind: slack, \(hook), opt-in: true", "'opt-in' needs a 'name'"),
    ("kind: slack, \(hook), secret: x", "'secret' is for the kind 'webhook' alone"),
    ("kind: slack, \(hook), to: a@b.dev", "'to' is for the kind 'mail' alone"),
    ("\(mail), from: a@b.dev", "the key 'to' is missing"),
    ("\(mail), from: a@b.dev, to: [\"a b@c.dev\"]", "expected an address such as ann@acme.dev"),
    ("\(mail), from: \"a@b.dev\\r\\nBcc: x@y\", to: b@c.dev", "expected an address such as"),
    ("\(mail), from: a@b.dev, to: b@c.dev, username: a", "'username' and 'password' belong"),
    (
      "kind: slack, \(hook), quiet-hours: {from: \"22:00\", to: \"22:00\"}", "are the same time"
    ),
  ]) func `has a finding for each mistake, without the address`(keys: String, part: String) {
    let found = findings(keys)
    #expect(found.contains { $0.contains("error: ") && $0.contains(part) }, "\(found)")
    #expect(!found.contains { $0.contains("s3cret") }, "\(found)")
  }

  @Test func `has a name of its own`() {
    let decoded = OperatorFile.read(
      SourceText(
        file: "martlet.yml",
        """
        forges: [{name: hub, kind: local, url: /srv, repositories: [acme/*]}]
        notifications:
          - {name: a, kind: webhook, url: "https://a.dev"}
          - {name: a, kind: webhook, url: "https://b.dev"}

        """), ecosystems: ecosystems, placeholders: .none)
    #expect(
      decoded.findings.map(\.description) == [
        "martlet.yml:4:12: error: a second notification named 'a'"
      ])
  }
}
