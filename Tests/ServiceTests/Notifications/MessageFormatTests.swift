import Configuration
import Crypto
import Forges
import Foundation
import HTTP
import JSON
import Logging
import Store
import TestSupport
import Testing
import Time

@testable import Service

private let links = ForgeLinks(["hub": ForgeWebsite("https://hub.dev")])

/// A message about pull requests of `acme/app`, with a summary for each.
private func message(_ summaries: [String]) async throws -> NotificationMessage {
  let stage = try await NotifierStage(.success(Response(status: 200)))
  for (index, summary) in summaries.enumerated() {
    try await stage.note(
      Fact(.red, "\(index)", at: stage.clock.now, number: index + 1, summary: summary))
  }
  let now = stage.clock.now
  let target = NotificationTarget(stage.settings) { _ in .utc }
  try await stage.store.planMessages(for: [target.planned(now: now)], now: now)
  let claimed = try #require(
    await stage.store.claimMessage(to: [target.id], now: now, lease: .seconds(60)))
  return NotificationMessage(claimed, links)
}

/// What somebody could name a check.
private let hostile = "<!channel> @all *x* [y](https://evil.dev) `z` \u{202E}"

@Suite struct `A message` {
  private static let kinds = NotificationSettings.Kind.allCases

  @Test func `names the repository, the pull request and what happened`() async throws {
    let one = try await message(["checks failed: build (a 1.0.1)"])
    #expect(one.heading == "acme/app #1: checks failed: build (a 1.0.1)")
    #expect(
      one.mattermost["text"]?.string
        == "[acme/app \\#1](https://hub.dev/acme/app/pull/1): checks failed: build (a 1.0.1)")
    #expect(
      one.googleChat["text"]?.string
        == "<https://hub.dev/acme/app/pull/1|acme/app #1>: checks failed: build (a 1.0.1)")
    let card = one.teams["attachments"]?[0]?["content"]
    #expect(card?["type"]?.string == "AdaptiveCard")
    #expect(card?["body"]?.array?.count == 1)
  }

  @Test func `mentions nobody and formats nothing, whatever the names of checks are`()
    async throws
  {
    let text = try await message([hostile])
    #expect(
      text.slack["text"]?.string?.contains("&lt;!channel&gt;") == true
        && text.slack["text"]?.string?.contains("https://evil") == false)
    #expect(text.discord["allowed_mentions"]?["parse"]?.array == [])
    let markdown = try #require(text.mattermost["text"]?.string)
    #expect(!markdown.contains("@all") && markdown.contains("\\*x\\*"))
    #expect(!markdown.contains("](https://evil"))
    #expect(text.googleChat["text"]?.string?.contains("<!channel>") == false)
    for kind in Self.kinds {
      guard kind != .webhook, kind != .mail else { continue }
      #expect(!text.body(of: kind, links, now: 1).text(.compact).contains("\u{202E}"))
    }
  }

  @Test(arguments: kinds) func `has a limited length`(kind: NotificationSettings.Kind) async throws
  {
    let long = try await message((1...150).map { "\($0) " + String(repeating: "x", count: 500) })
    let body = long.body(of: kind, links, now: 1)
    #expect(body.text(.compact).utf8.count < (kind == .webhook || kind == .mail ? 80_000 : 28_000))
    switch kind {
    case .discord:
      let text = try #require(body["content"]?.string)
      #expect(text.utf16.count <= 2_000 && text.contains("and 14"))
    case .googleChat: #expect((body["text"]?.string?.utf16.count ?? 0) <= 4_096)
    case .webhook, .mail:
      #expect(body["events"]?.array?.count == 100 && body["omitted"]?.int == 50)
    case .slack, .mattermost:
      #expect(body["text"]?.string?.hasSuffix("\nand 130 more") == true)
    case .teams:
      #expect(body["attachments"]?[0]?["content"]?["body"]?.array?.count == 22)
    }
  }

  @Test func `to a webhook fits its schema, and is signed with its time and identifier`()
    async throws
  {
    let text = try await message(["checks failed"])
    let now: Timestamp = 1_700_000_000
    let document = text.document(links, now: now)
    #expect(document["events"]?[0]?["pullRequest"]?.int == 1)
    #expect(document["sentAt"]?.string == now.rfc3339)
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let data = try Data(
      contentsOf: root.appending(path: "docs/api/notification.schema.json"))
    let schema = try Document(Array(data), named: "schema").root
    #expect(Set(document.object?.keys ?? []) == Set(keys(schema["properties"])))
    let event = schema["properties"]?["events"]?["items"]?["properties"]
    #expect(Set(document["events"]?[0]?.object?.keys ?? []) == Set(keys(event)))
    let words = event?["event"]?["enum"].map { $0.elements.compactMap(\.string) } ?? []
    #expect(Set(words) == Set(Fact.Kind.allCases.map(\.rawValue)))
    let severities = event?["severity"]?["enum"].map { $0.elements.compactMap(\.string) } ?? []
    #expect(Set(severities) == Set(AdvisorySeverity.allCases.map(\.rawValue)))

    let body = Array(document.text(.compact).utf8)
    let headers = NotificationSignature.headers(
      body, id: text.id, now: now, secret: Secret("hook-secret"))
    let code = Digest.hmac(.sha256, of: body, key: Array("hook-secret".utf8)).hexadecimal
    #expect(headers["X-Martlet-Signature-256"] == "sha256=\(code)")
    #expect(headers["X-Martlet-Delivery"] == document["id"]?.string)
    #expect(headers["X-Martlet-Timestamp"] == "1700000000")
    let open = NotificationSignature.headers(body, id: text.id, now: now, secret: nil)
    #expect(open["X-Martlet-Signature-256"] == nil)
  }

  private func keys(_ node: Node?) -> [String] { node.map { $0.members.map(\.key) } ?? [] }

  @Test func `by mail has a subject, a body and an identifier`() async throws {
    let text = try await message(["checks failed: Prüfung"])
    var settings = MailSettings()
    settings.from = "martlet@acme.dev"
    settings.to = ["ann@acme.dev", "bo@acme.dev"]
    let mail = text.mail(settings, now: 1_700_000_000)
    let parts = mail.text.components(separatedBy: "\r\n\r\n")
    #expect(parts[0].contains("Date: Tue, 14 Nov 2023 22:13:20 +0000"))
    #expect(parts[0].contains("To: ann@acme.dev,\r\n bo@acme.dev"))
    #expect(parts[0].contains("Message-ID: <\(text.id)@acme.dev>"))
    let subject = try #require(
      parts[0].firstRange(of: "=?utf-8?B?").map { parts[0][$0.upperBound...].prefix { $0 != "?" } })
    #expect(
      Base64.decode(String(subject)).map { String(decoding: $0, as: UTF8.self) }
        == "acme/app #1: checks failed: Prüfung")
    let body = Base64.decode(parts[1].replacing("\r\n", with: "")) ?? []
    #expect(
      String(decoding: body, as: UTF8.self)
        == "acme/app #1: checks failed: Prüfung\nhttps://hub.dev/acme/app/pull/1\n")
    #expect(mail.text.split(separator: "\r\n").allSatisfy { $0.utf8.count <= 78 })
  }
}
