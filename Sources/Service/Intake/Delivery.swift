package import Configuration
package import Forges
package import HTTPServer

/// A webhook's delivery that proved where it comes from.
package struct Delivery: Hashable, Sendable {
  /// The operator's name of the forge.
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
    /// The header that names the event is missing.
    case noEvent
    /// The payload cannot be read; the words say where it stops.
    case malformed(String)
  }

  /// Judges a request; the signature comes first, and nothing of the body is read before.
  ///
  /// - Parameters:
  ///   - request: as it came.
  ///   - forge: the settings under the name in the path; nil: there are none.
  /// - Throws: `Refusal`.
  package init(_ request: ServerRequest, to forge: ForgeSettings?) throws(Refusal) {
    guard let forge, forge.kind == .github else { throw .unknownForge }
    guard let secret = forge.webhookSecret else { throw .noSecret }
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

/// The JSON, which GitHub's page for webhooks wraps into a form unless it is told otherwise.
private func payload(of request: ServerRequest) throws(WebhookError) -> [UInt8] {
  let type = request.header("Content-Type")?.lowercased() ?? ""
  guard type.hasPrefix("application/x-www-form-urlencoded") else { return request.body }
  for field in request.body.split(separator: UInt8(ascii: "&"))
  where field.starts(with: "payload=".utf8) {
    if let decoded = decode(form: field.dropFirst("payload=".utf8.count)) { return decoded }
  }
  throw WebhookError("the form has no readable field 'payload'")
}

/// Undoes the escapes of `application/x-www-form-urlencoded`; nil where one is cut off.
private func decode(form text: ArraySlice<UInt8>) -> [UInt8]? {
  var result: [UInt8] = []
  result.reserveCapacity(text.count)
  var rest = text
  while let byte = rest.popFirst() {
    switch byte {
    case UInt8(ascii: "+"): result.append(UInt8(ascii: " "))
    case UInt8(ascii: "%"):
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard digits.utf8.count == 2, let value = UInt8(digits, radix: 16) else { return nil }
      result.append(value)
      rest = rest.dropFirst(2)
    default: result.append(byte)
    }
  }
  return result
}

extension Delivery.Refusal {
  /// What the sender is told: nothing that it did not know.
  package var response: ServerResponse {
    switch self {
    case .unknownForge: .text("no forge of that name takes webhooks here\n", status: 404)
    case .noSecret: .text("the forge has no webhook-secret here\n", status: 401)
    case .forged: .text("the signature does not belong to the body\n", status: 401)
    case .noEvent: .text("the header X-GitHub-Event is missing\n", status: 400)
    case .malformed(let words): .text("\(words)\n", status: 400)
    }
  }
}
