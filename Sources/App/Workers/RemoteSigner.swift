import Forges
import Git
import Synchronization

/// A commit for which a worker wants a signature.
///
/// It has the parts of a commit and not its bytes, so that the parent decides what is signed.
struct SignatureOrder: Codable, Sendable {
  /// The worker's number for it.
  var number: Int
  var tree: String
  var parent: String
  var message: String
  var name: String
  var email: String
  /// The time of author and committer, in seconds since 1970.
  var seconds: Int64

  init(_ commit: UnsignedCommit, number: Int) {
    self.number = number
    tree = commit.tree
    parent = commit.parent
    message = commit.message
    name = commit.author.name
    email = commit.author.email
    seconds = commit.author.seconds
  }

  var commit: UnsignedCommit {
    UnsignedCommit(
      tree: tree, parent: parent, message: message,
      author: Signature(name: name, email: email, seconds: seconds))
  }
}

/// The parent's answer to a `SignatureOrder`.
enum SignatureAnswer: Codable, Sendable {
  /// The armored signature.
  case signed(String)
  /// The reason of a refusal, or the error of a request.
  case failure(ForgeError)
}

/// The author of signed commits, for a worker, which has no key to read it from.
struct SigningIdentity: Codable, Sendable {
  var name: String
  var email: String
}

/// Asks the parent for signatures: a worker has no key.
final class RemoteSigner: Sendable {
  private struct State {
    var last = 0
    var waiting: [Int: CheckedContinuation<SignatureAnswer, Never>] = [:]
  }

  private let state = Mutex(State())
  private let send: @Sendable (WorkerMessage) -> Void

  init(_ send: @escaping @Sendable (WorkerMessage) -> Void) {
    self.send = send
  }

  /// Returns the signer of commits by an author; nil: the account of the credential.
  func signer(as author: SigningIdentity?) -> CommitSigner {
    CommitSigner(author: author.map { Author(name: $0.name, email: $0.email) }) {
      commit, _ throws(ForgeError) in
      switch await self.ask(commit) {
      case .signed(let signature): return signature
      case .failure(let error): throw error
      }
    }
  }

  private func ask(_ commit: UnsignedCommit) async -> SignatureAnswer {
    await withCheckedContinuation { continuation in
      let number = state.withLock { state in
        state.last += 1
        state.waiting[state.last] = continuation
        return state.last
      }
      send(.wantsSignature(SignatureOrder(commit, number: number)))
    }
  }

  /// Handles an answer.
  func receive(_ number: Int, _ answer: SignatureAnswer) {
    state.withLock { $0.waiting.removeValue(forKey: number) }?.resume(returning: answer)
  }
}
