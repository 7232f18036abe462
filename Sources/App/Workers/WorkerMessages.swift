import Forges
import FoundationEssentials
import HTTP
import Service
import Store
import Time
import Tracing
import Updates

/// A visit for a worker.
struct Assignment: Codable, Sendable {
  var task: JobTask
  /// The account of the credential.
  var identity: Account
  /// The repository from the forge's list; nil if no list contains it.
  var repository: Repository?
  /// Whether everyone may read the repository; also if that isn't known.
  var isPublic: Bool
  /// The version of the current list; a worker with another one requests it.
  var listing: Int
  /// The span of the visit; nil if nothing is measured.
  var trace: SpanContext?
}

/// The result of a visit, with request counts.
struct Answer: Codable, Sendable {
  var record: JobRecord
  var requests: [RequestCounts.Key: Int] = [:]
  var windows: [RateLimitWindow] = []
  /// The stages of the visit, if they were measured.
  var spans: [Span] = []
}

/// A message from a worker during a visit.
enum WorkerMessage: Codable, Sendable {
  /// Requests a slot at a forge, under a number that the worker chose.
  case enter(Int, forge: String, RequestSlot)
  /// Returns a slot, or cancels the request for it.
  case leave(Int, RequestSlot.Result?)
  /// The forge accepts no requests until then.
  case close(forge: String, until: Timestamp, owner: String?)
  /// Gives a request up.
  case abandon(Int)
  /// The last part of the response to a request has arrived.
  case took(Int)
  /// Text for the standard error, in which the parent masks secrets.
  case log(String)
  /// Requests a preset, `OWNER/REPO//path`.
  case wantsPreset(Int, String)
  /// Requests the signature of a commit.
  case wantsSignature(SignatureOrder)
  /// Requests the list of repositories.
  case wantsListing(forge: String)
}

/// A message to a worker during a visit.
enum ParentMessage: Codable, Sendable {
  /// Grants the slot with that number.
  case granted(Int)
  /// Refuses a slot: the forge accepts no requests until then; nil if the
  /// wait was cancelled.
  case refused(Int, until: Timestamp?, owner: String?)
  /// A preset, or why there is none.
  case preset(Int, PresetAnswer)
  /// The answer to a `wantsSignature`.
  case signature(Int, SignatureAnswer)
  /// The private repositories, whose addresses must not be sent to other hosts.
  case listing(forge: String, ListedRepositories.Secrets)
}

extension Encodable where Self: Sendable {
  /// The encoded message.
  var encoded: [UInt8] {
    // Encoding fails only for NaN and infinity, which no message contains.
    (try? encoder.encode(self)).map { Array($0) } ?? []
  }
}

/// Decodes a message; nil if it is malformed.
func message<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) -> Value? {
  try? decoder.decode(type, from: Data(bytes))
}

private let encoder = JSONEncoder()
private let decoder = JSONDecoder()
