import Forges
import FoundationEssentials
import HTTP
import Logging

/// A message with a body that isn't text.
///
/// On the wire: the mark of the head's type, a byte that no other message begins with; four bytes for
/// the length of the head, the least significant first; the head as JSON; and the body.
struct Packet<Head: PacketHead>: Sendable {
  private static var start: Int { 5 }

  var head: Head
  var body: [UInt8] = []

  init(_ head: Head, _ body: [UInt8] = []) {
    self.head = head
    self.body = body
  }

  /// Decodes a packet; nil if it is malformed.
  init?(_ payload: [UInt8]) {
    guard payload.first == Head.mark, payload.count >= Self.start else { return nil }
    let length = (0..<4).reduce(0) { $0 | Int(payload[1 + $1]) << (8 * $1) }
    guard length <= payload.count - Self.start,
      let head = message(Head.self, Array(payload[Self.start..<Self.start + length]))
    else { return nil }
    self.init(head, Array(payload[(Self.start + length)...]))
  }

  /// The encoded packet.
  var encoded: [UInt8] {
    let head = head.encoded
    let length = UInt32(head.count)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.start + head.count + body.count)
    bytes.append(Head.mark)
    bytes += (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) }
    bytes += head
    bytes += body
    return bytes
  }
}

/// The head of a packet.
protocol PacketHead: Codable, Sendable {
  /// The first byte of the packet, which no JSON begins with.
  static var mark: UInt8 { get }
}

extension RequestMessage: PacketHead {
  static var mark: UInt8 { 0 }
}

extension ResponseMessage: PacketHead {
  static var mark: UInt8 { 0 }
}

/// Who asks in a worker.
struct Asker: Codable, Hashable, Sendable {
  /// Whether all repositories share the result.
  var isShared: Bool
  /// The URLs of registries that the entry of the repository's file doesn't select.
  var withheld: [String] = []

  /// The text for requests.
  var text: String { String(decoding: encoded, as: UTF8.self) }
}

/// A request of a worker, which the parent sends; its body is that of the packet.
struct RequestMessage: Codable, Sendable {
  /// The worker's number for it.
  var number: Int
  var asker: Asker
  var purpose: Purpose
  var method: Request.Method
  var url: String
  var headers: Headers
  var hasBody: Bool
  var deadline: Duration
  var bodyLimit: Int
  var isIdempotent: Bool
  var redirectedFrom: [HTTP.Origin]
  /// A token that the server issued to an earlier request of this worker; never one of the operator.
  var issued: String?
  var answersChallenge: Bool
  /// The stage that makes it; nil if nothing is measured.
  var stage: StageClaim?
}

extension RequestMessage {
  /// The word that stands for a credential of the operator in a worker.
  static let held = "held "

  /// Describes a request without its body.
  init(_ request: Request, number: Int, asker: Asker) {
    self.init(
      number: number, asker: asker, purpose: request.purpose, method: request.method,
      url: request.url, headers: request.headers, hasBody: request.body != nil,
      deadline: request.deadline, bodyLimit: request.bodyLimit,
      isIdempotent: request.isIdempotent, redirectedFrom: request.redirectedFrom,
      issued: request.credential.flatMap { secret in
        let text = secret.reveal()
        return text.hasPrefix(Self.held) ? nil : text
      }, answersChallenge: request.answersChallenge, stage: .current)
  }

  /// The request, which has no credential of the operator yet.
  func request(_ body: [UInt8]) -> Request {
    var request = Request(
      method, url, headers: headers, body: hasBody ? body : nil, deadline: deadline,
      bodyLimit: bodyLimit, credential: issued.map { .init($0) }, isIdempotent: isIdempotent)
    request.purpose = purpose
    request.redirectedFrom = redirectedFrom
    request.answersChallenge = answersChallenge
    return request
  }
}

/// A part of a response to a worker.
enum ResponseMessage: Codable, Sendable {
  /// A response whose body is that of the packet, which the worker doesn't confirm.
  case whole(Int, status: Int, headers: Headers, url: String)
  /// The beginning of a response, with the size of its body.
  case head(Int, status: Int, headers: Headers, url: String, size: Int)
  /// The next bytes of the body, which are those of the packet.
  case part(Int)
  /// Why there is no response.
  case failure(Int, HTTPError)
}
