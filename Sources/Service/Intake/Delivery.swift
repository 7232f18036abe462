package import Configuration
package import Forges
package import HTTPServer
package import Logging
import Text
package import Time

/// A webhook's delivery that is known to come from the forge.
package struct Delivery: Hashable, Sendable {
  /// The name of the forge in the configuration.
  package var forge: String
  /// The forge's identifier, the same for a redelivery; nil if none was sent.
  package var id: String?
  /// A hint at what to read again; nothing else of the payload is used.
  package var event: WebhookEvent

  /// Why a request isn't accepted.
  package enum Refusal: Error, Hashable, Sendable {
    /// No forge of that name accepts webhooks.
    case unknownForge
    /// The operator's file has no `webhook-secret` for the forge.
    case noSecret
    /// The signature or token is missing or wrong.
    case forged
    /// The forge doesn't send this content type.
    case wrongType
    /// The header that names the event is missing.
    case noEvent
    /// The payload can't be read; the text names the place.
    case malformed(String)
  }

  /// Checks the headers of a request before its body is received.
  ///
  /// - Parameters:
  ///   - head: a request, whose body is ignored.
  ///   - forge: the settings for the name in the path; nil for an unknown name.
  /// - Returns: the secret and the forge's format of webhooks.
  /// - Throws: `Refusal`.
  @discardableResult
  package static func check(
    _ head: ServerRequest, to forge: ForgeSettings?
  ) throws(Refusal) -> (Secret, WebhookFormat) {
    guard let forge, let format = forge.kind.webhooks else { throw .unknownForge }
    guard let secret = forge.webhookSecret else { throw .noSecret }
    let headers = head.headers
    guard format.mayBeAuthentic(headers, secret) else { throw .forged }
    guard format.contentTypes.contains(WebhookFormat.contentType(headers)) else {
      throw .wrongType
    }
    return (secret, format)
  }

  /// Checks and reads a request; nothing of the body is read before it is known to be authentic.
  ///
  /// - Parameters:
  ///   - request: the complete request.
  ///   - forge: the settings for the name in the path; nil for an unknown name.
  ///   - now: the time that signatures with a time are compared with.
  /// - Throws: `Refusal`.
  package init(
    _ request: ServerRequest, to forge: ForgeSettings?, now: Timestamp = .now()
  ) throws(Refusal) {
    let (secret, format) = try Self.check(request, to: forge)
    guard let forge else { throw .unknownForge }
    let headers = request.headers
    guard format.isAuthentic(headers, request.body, secret, now) else { throw .forged }
    guard let name = format.event(headers) else { throw .noEvent }
    self.forge = forge.name
    id = format.id(headers)
    do throws(WebhookError) {
      event = try format.read(headers, name, request.body)
    } catch {
      throw .malformed(error.message)
    }
  }
}

extension ServerRequest {
  fileprivate var headers: WebhookFormat.Headers { { name in header(name) } }
}

extension Delivery.Refusal {
  /// The response, without details that the sender doesn't know.
  package var response: ServerResponse {
    switch self {
    case .unknownForge: .text("no forge of that name accepts webhooks\n", status: 404)
    case .noSecret: .text("the forge has no webhook-secret\n", status: 401)
    case .forged: .text("the signature or token is wrong\n", status: 401)
    case .wrongType:
      .text("the content type is not supported\n", status: 415)
    case .noEvent: .text("the header that names the event is missing\n", status: 400)
    case .malformed(let message): .text("\(message)\n", status: 400)
    }
  }
}
