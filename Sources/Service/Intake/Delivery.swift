package import Configuration
package import Forges
package import HTTPServer
package import Logging
import Text

/// A webhook's delivery that proved where it comes from.
package struct Delivery: Hashable, Sendable {
  /// The name of the forge in the configuration.
  package var forge: String
  /// The forge's identifier, the same for a redelivery; nil where none was sent.
  package var id: String?
  /// A hint where to look: nothing of the payload is believed beyond that.
  package var event: WebhookEvent

  /// Why a request is no delivery.
  package enum Refusal: Error, Hashable, Sendable {
    /// No forge of that name takes webhooks.
    case unknownForge
    /// The operator's file gives the forge no `webhook-secret`, so nothing can be proved.
    case noSecret
    /// The signature is missing or does not belong to the body.
    case forged
    /// The content type is neither JSON nor GitHub's form.
    case wrongType
    /// The header that names the event is missing.
    case noEvent
    /// The payload cannot be read; the words say where it stops.
    case malformed(String)
  }

  /// Judges the head of a request, before anything of its body is read.
  ///
  /// - Parameters:
  ///   - head: a request, whose body is not looked at.
  ///   - forge: the settings for the name in the path; nil for an unknown name.
  /// - Returns: the secret that the body has to be signed with.
  /// - Throws: `Refusal`.
  @discardableResult
  package static func check(
    _ head: ServerRequest, to forge: ForgeSettings?
  ) throws(Refusal) -> Secret {
    guard let forge, forge.kind == .github else { throw .unknownForge }
    guard let secret = forge.webhookSecret else { throw .noSecret }
    guard Signature.isWellFormed(head.header("X-Hub-Signature-256")) else { throw .forged }
    guard head.contentType == jsonType || head.contentType == formType else { throw .wrongType }
    return secret
  }

  /// Judges a request; the signature comes first, and nothing of the body is read before.
  ///
  /// - Parameters:
  ///   - request: as it came.
  ///   - forge: the settings for the name in the path; nil for an unknown name.
  /// - Throws: `Refusal`.
  package init(_ request: ServerRequest, to forge: ForgeSettings?) throws(Refusal) {
    let secret = try Self.check(request, to: forge)
    guard let forge else { throw .unknownForge }
    guard Signature.proves(request.header("X-Hub-Signature-256"), request.body, secret) else {
      throw .forged
    }
    guard let name = request.header("X-GitHub-Event") else { throw .noEvent }
    self.forge = forge.name
    id = request.header("X-GitHub-Delivery").flatMap { $0.isEmpty ? nil : $0 }
    do throws(WebhookError) {
      event = try WebhookEvent(gitHub: name, body: try payload(of: request))
    } catch {
      throw .malformed(error.words)
    }
  }
}

private let jsonType = "application/json"
private let formType = "application/x-www-form-urlencoded"

extension ServerRequest {
  /// The media type in lower case, without its parameters; empty if none was sent.
  fileprivate var contentType: String {
    let type = (header("Content-Type") ?? "").prefix { $0 != ";" && $0 != " " && $0 != "\t" }
    return type.lowercased()
  }
}

/// The JSON, which GitHub's page for webhooks wraps into a form unless it is told otherwise.
private func payload(of request: ServerRequest) throws(WebhookError) -> [UInt8] {
  guard request.contentType == formType else { return request.body }
  for field in request.body.split(separator: UInt8(ascii: "&"))
  where field.starts(with: "payload=".utf8) {
    let value = field.dropFirst("payload=".utf8.count)
    if let decoded = PercentEncoding.decodeStrictly(value, plusIsSpace: true) { return decoded }
  }
  throw WebhookError("the form has no readable field 'payload'")
}

extension Delivery.Refusal {
  /// What the sender is told: nothing that it did not know.
  package var response: ServerResponse {
    switch self {
    case .unknownForge: .text("no forge of that name takes webhooks here\n", status: 404)
    case .noSecret: .text("the forge has no webhook-secret here\n", status: 401)
    case .forged: .text("the signature does not belong to the body\n", status: 401)
    case .wrongType:
      .text("the content type is neither JSON nor GitHub's form\n", status: 415)
    case .noEvent: .text("the header X-GitHub-Event is missing\n", status: 400)
    case .malformed(let words): .text("\(words)\n", status: 400)
    }
  }
}
