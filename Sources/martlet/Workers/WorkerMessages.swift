import Forges
import FoundationEssentials
import HTTP
import Service
import Store

/// What a worker is to do.
struct Assignment: Codable, Sendable {
  enum Task: Codable, Sendable {
    /// A visit of the service.
    case visit(Job)
    /// A look of `run`.
    case errand(Errand)
  }

  var task: Task
  /// Who we are at the forge.
  var identity: Account
  /// The repository from the forge's list; nil if no list contains it.
  var repository: Repository?
  /// The list that counts; a worker that has another one asks for it.
  var listing: Int
}

extension Assignment.Task {
  var forge: String {
    switch self {
    case .visit(let job): job.forge
    case .errand(let errand): errand.forge
    }
  }

  var repository: String {
    switch self {
    case .visit(let job): job.repository
    case .errand(let errand): "\(errand.repository)"
    }
  }
}

/// How a task ended, with what it counted.
struct Answer: Codable, Sendable {
  enum Result: Codable, Sendable {
    case visit(VisitRecord)
    case errand(ReportMessage)
  }

  var result: Result
  var requests: [RequestCounts.Key: Int] = [:]
  var windows: [RateLimitWindow] = []
}

/// A message from a worker during a visit.
enum WorkerWord: Codable, Sendable {
  /// It waits for its turn at a forge, under a number of its own.
  case enter(Int, forge: String, ForgeTurn)
  /// The turn is over, or its waiter was cancelled.
  case leave(Int, ForgeTurn.Result?)
  /// The forge wants to be left alone until then, in seconds since 1970.
  case close(forge: String, until: Double, owner: String?)
  /// The worker needs the list of repositories for the visit.
  case wantsListing(forge: String)
}

/// A message to a worker during a visit.
enum ParentWord: Codable, Sendable {
  /// It is the turn of that number.
  case granted(Int)
  /// The turn does not come: the forge wants to be left alone until then, in seconds since 1970;
  /// nil: the wait was broken off.
  case refused(Int, until: Double?, owner: String?)
  /// The private repositories, whose addresses must not be sent to other hosts.
  case listing(forge: String, ListedRepositories.Secrets)
}

extension Encodable where Self: Sendable {
  /// The message as it goes over a pipe.
  var encoded: [UInt8] {
    // Encoding fails only for NaN and infinity, which no message contains.
    (try? JSONEncoder().encode(self)).map { Array($0) } ?? []
  }
}

/// Decodes a message; nil if it is malformed.
func message<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) -> Value? {
  try? JSONDecoder().decode(type, from: Data(bytes))
}
