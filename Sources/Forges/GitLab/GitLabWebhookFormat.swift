import Crypto
import FoundationEssentials
import Logging
import Text
import Time

extension WebhookFormat {
  /// GitLab's deliveries, by hooks of projects, groups and the whole instance.
  ///
  /// A secret that begins with `whsec_` is a signing token, and demands a signature. Any other secret
  /// is sent back by GitLab in `X-Gitlab-Token`.
  package static let gitLab = WebhookFormat(
    eventHeader: "X-Gitlab-Event",
    // The key stays the same when a delivery is repeated; versions before 17.4 don't send it.
    idHeaders: ["Idempotency-Key", "X-Gitlab-Event-UUID"],
    mayBeAuthentic: { headers, secret in
      StandardSignature(secret).map { $0.mayMatch(headers) } ?? hasToken(headers, secret)
    },
    isAuthentic: { headers, body, secret, now in
      StandardSignature(secret).map { $0.matches(headers, body, at: now) }
        ?? hasToken(headers, secret)
    },
    read: { _, event, body throws(WebhookError) in try WebhookEvent(gitLab: event, body: body) })
}

/// Compares `X-Gitlab-Token` with the secret; an empty secret is never right.
private func hasToken(_ headers: WebhookFormat.Headers, _ secret: Secret) -> Bool {
  let expected = Array(secret.reveal().utf8)
  guard let token = headers("X-Gitlab-Token"), !expected.isEmpty else { return false }
  // Digests have equal lengths, so that the comparison doesn't show the secret's.
  return equalInConstantTime(
    Digest(.sha256, of: Array(token.utf8)).bytes, Digest(.sha256, of: expected).bytes)
}

/// The signature of the Standard Webhooks specification: HMAC-SHA256 over identifier, time and body,
/// with the key `whsec_BASE64`.
///
///     webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4= v1,…
private struct StandardSignature {
  /// How much the clocks may differ, in seconds.
  private static let tolerance = Duration.seconds(-300)...Duration.seconds(300)

  /// Nil if the text after the prefix isn't Base64: then no signature is right.
  private let key: [UInt8]?

  /// Nil if the secret isn't a signing token.
  init?(_ secret: Secret) {
    let text = secret.reveal()
    guard text.hasPrefix("whsec_") else { return nil }
    key = Base64.decode(String(text.dropFirst("whsec_".count)))
  }

  func mayMatch(_ headers: WebhookFormat.Headers) -> Bool {
    headers("webhook-id") != nil && headers("webhook-timestamp") != nil
      && headers("webhook-signature")?.contains("v1,") == true
  }

  func matches(_ headers: WebhookFormat.Headers, _ body: [UInt8], at now: Timestamp) -> Bool {
    guard let key, !key.isEmpty, let id = headers("webhook-id"),
      let timestamp = headers("webhook-timestamp"),
      let seconds = timestamp.number(in: 0...253_402_300_799),
      Self.tolerance.contains(now - Timestamp(seconds: Int64(seconds)))
    else { return false }
    let text = Array("\(id).\(timestamp).".utf8) + body
    let expected = Digest.hmac(.sha256, of: text, key: key).bytes
    return (headers("webhook-signature") ?? "").split(separator: " ").contains { part in
      guard part.hasPrefix("v1,"), let claimed = Base64.decode(String(part.dropFirst(3))) else {
        return false
      }
      return equalInConstantTime(claimed, expected)
    }
  }
}
