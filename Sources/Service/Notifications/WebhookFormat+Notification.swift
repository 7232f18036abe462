import Forges
import Crypto
import HTTP
import JSON
import Logging
import Store
import Time

/// The body of the kind `webhook`; docs/api/notification.schema.json describes it.
extension NotificationMessage {
  /// The document.
  ///
  /// - Parameters:
  ///   - links: the pages of the forges.
  ///   - now: the time of this attempt.
  /// - Returns: at most a hundred events, with the number of the others.
  func document(_ links: ForgeLinks, now: Timestamp) -> Value {
    let listed = facts.prefix(Self.mostEvents)
    return [
      "schema": 1, "id": .string(id), "sentAt": .string(now.rfc3339),
      "text": .string(heading),
      "events": .array(listed.map { Self.event($0, links) }),
      "omitted": .int(facts.count - listed.count),
    ]
  }

  private static let mostEvents = 100

  private static func event(_ news: RepositoryFact, _ links: ForgeLinks) -> Value {
    let fact = news.fact
    let page =
      fact.number.map { links.pullRequest($0, of: news.repository) }
      ?? links.page(of: news.repository)
    return [
      "event": .string(fact.kind.rawValue), "at": .string(fact.at.rfc3339),
      "forge": .string(news.repository.forge), "repository": .string("\(news.repository.name)"),
      "pullRequest": fact.number.map { .int($0) } ?? .null,
      "url": page.map { .string($0) } ?? .null, "summary": .string(fact.summary),
      "severity": fact.severity.map { .string($0.rawValue) } ?? .null,
    ]
  }
}

/// Signs the body of a webhook, so that the receiver can check who sent it, and when.
///
/// The body contains the identifier and the time, so the signature covers both: a receiver that refuses
/// an old `sentAt` and an `id` that it knows is safe against replays.
enum NotificationSignature {
  /// The headers of a signed body; without a secret the signature is left out.
  static func headers(
    _ body: [UInt8], id: String, now: Timestamp, secret: Secret?
  ) -> Headers {
    var headers: Headers = [
      "Content-Type": "application/json", "X-Martlet-Delivery": id,
      "X-Martlet-Timestamp": "\(now.seconds)",
    ]
    if let secret {
      let code = Digest.hmac(.sha256, of: body, key: Array(secret.reveal().utf8))
      headers["X-Martlet-Signature-256"] = "sha256=\(code.hexadecimal)"
    }
    return headers
  }
}
