package import Logging
package import Time

/// How one kind of host delivers webhooks.
///
/// The service asks in this order: `mayBeAuthentic` and the content type before the body is received,
/// then `isAuthentic`, then the event's name, then `read`.
package struct WebhookFormat: Sendable {
  /// Returns the value of a header by its name in any case.
  package typealias Headers = @Sendable (_ name: String) -> String?

  /// The headers that name the event, by preference; empty if the body names it.
  package var eventHeaders: [String]
  /// The headers that identify a delivery and its repetitions, by preference.
  package var idHeaders: [String]
  /// The accepted media types, in lower case.
  package var contentTypes: Set<String> = ["application/json"]
  /// The largest body that the host sends, in bytes.
  package var bodyLimit = 25 << 20
  /// Whether the headers can belong to an authentic delivery, as far as that shows without a body.
  package var mayBeAuthentic: @Sendable (Headers, Secret) -> Bool
  /// Whether a delivery comes from someone who knows the secret, compared in constant time.
  package var isAuthentic: @Sendable (Headers, _ body: [UInt8], Secret, _ now: Timestamp) -> Bool
  /// Reads the body of an authentic delivery.
  package var read:
    @Sendable (Headers, _ event: String, _ body: [UInt8]) throws(WebhookError) -> WebhookEvent

  /// Describes a format of JSON payloads of at most 25 MiB.
  package init(
    eventHeader: String, idHeaders: [String],
    mayBeAuthentic: @escaping @Sendable (Headers, Secret) -> Bool,
    isAuthentic: @escaping @Sendable (Headers, _ body: [UInt8], Secret, _ now: Timestamp) -> Bool,
    read:
      @escaping @Sendable (Headers, _ event: String, _ body: [UInt8]) throws(WebhookError)
      -> WebhookEvent
  ) {
    eventHeaders = [eventHeader]
    self.idHeaders = idHeaders
    self.mayBeAuthentic = mayBeAuthentic
    self.isAuthentic = isAuthentic
    self.read = read
  }

  /// The media type in lower case, without parameters; empty if there is none.
  package static func contentType(_ headers: Headers) -> String {
    (headers("Content-Type") ?? "").prefix { $0 != ";" && $0 != " " && $0 != "\t" }.lowercased()
  }

  /// The identifier of a delivery; nil if none of the headers has one.
  package func id(_ headers: Headers) -> String? { Self.first(of: idHeaders, in: headers) }

  /// The name of the event, empty if the body names it; nil if none of the headers has one.
  package func event(_ headers: Headers) -> String? {
    eventHeaders.isEmpty ? "" : Self.first(of: eventHeaders, in: headers)
  }

  /// The value of the first header that isn't empty; nil if none has a value.
  static func first(of names: [String], in headers: Headers) -> String? {
    for name in names {
      if let value = headers(name), !value.isEmpty { return value }
    }
    return nil
  }
}

/// A payload inside a form field `payload`, which some hosts send on request.
enum WebhookForm {
  static let contentType = "application/x-www-form-urlencoded"

  /// Decodes the field.
  static func payload(_ body: [UInt8]) throws(WebhookError) -> [UInt8] {
    for field in body.split(separator: UInt8(ascii: "&"))
    where field.starts(with: "payload=".utf8) {
      if let decoded = decode(field.dropFirst("payload=".utf8.count)) { return decoded }
    }
    throw WebhookError("the form has no readable field 'payload'")
  }

  /// Decodes percent-encoding and plus signs; nil if an escape is cut off.
  private static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
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
}
