import Credentials
import Forges
import Git
import Logging
import Synchronization
import Time

/// Signs the commits of workers with the operator's key, which workers never have.
///
/// A worker that hostile content has taken over may ask for anything. It gets signatures only of commits
/// that it could write in its visit: in the name of martlet, now, and on a commit of the visited
/// repository.
final class SignatureBroker: Sendable {
  /// The most signatures of a visit.
  private static let mostSignatures = 500
  /// How far the time of a commit may be from the present.
  private static let drift = Duration.seconds(3600)

  private let known: [String: ForgeSession]
  private let log: Logger
  private let now: @Sendable () -> Timestamp
  private let authors = Mutex<[String: Author]>([:])
  private let counts = Mutex<[Int: Int]>([:])

  init(
    _ known: [String: ForgeSession], log: Logger, now: @escaping @Sendable () -> Timestamp
  ) {
    self.known = known
    self.log = log
    self.now = now
  }

  /// Begins or ends a visit.
  func reset(worker: Int) { counts.withLock { $0[worker] = nil } }

  /// Signs a commit.
  ///
  /// - Parameters:
  ///   - order: the commit.
  ///   - worker: who asks.
  ///   - reach: the repository of its visit.
  /// - Returns: the signature, or the reason of the refusal.
  func sign(_ order: SignatureOrder, worker: Int, within reach: Reach) async -> SignatureAnswer {
    let count = counts.withLock { counts in
      counts[worker, default: 0] += 1
      return counts[worker] ?? 0
    }
    // The newest name: the repository may have been renamed during the visit.
    let repository = reach.names.last ?? reach.visited.repository.name
    guard count <= Self.mostSignatures,
      let forge = known[reach.visited.repository.forge]?.forge.commitSigning,
      let signer = forge.signer
    else { return refusal("no more commits are signed", repository) }
    let commit = order.commit
    do throws(ForgeError) {
      if let reason = try await reason(against: commit, forge, reach, repository) {
        return refusal(reason, repository)
      }
      let signature = try await signer.sign(commit, repository)
      log.info(
        "a commit is signed",
        [
          "repository": "\(repository)", "parent": commit.parent, "tree": commit.tree,
        ])
      return .signed(signature)
    } catch {
      return .failure(error)
    }
  }

  private func reason(
    against commit: UnsignedCommit, _ forge: any CommitSigning, _ reach: Reach,
    _ repository: RepositoryName
  ) async throws(ForgeError) -> String? {
    guard [commit.tree, commit.parent].allSatisfy(\.isObjectName) else {
      return "it has no object names"
    }
    let author = try await author(reach.visited.repository.forge, forge)
    // `UnsignedCommit` leaves out what git doesn't allow in both.
    let ours = UnsignedCommit(
      tree: commit.tree, parent: commit.parent, message: commit.message,
      author: Signature(
        name: author.name, email: author.email, seconds: commit.author.seconds))
    guard ours == commit else { return "it has another author" }
    let distance = Timestamp(seconds: commit.author.seconds) - now()
    guard Duration.zero - Self.drift < distance, distance < Self.drift else {
      return "it is of another time"
    }
    guard try await forge.hasCommit(commit.parent, in: repository) else {
      return "its parent is not in the repository"
    }
    return nil
  }

  /// The author of martlet's commits on a forge, which is read once.
  private func author(
    _ name: String, _ forge: any CommitSigning
  ) async throws(ForgeError) -> Author {
    if let author = authors.withLock({ $0[name] }) { return author }
    let author = try await forge.commitAuthor()
    authors.withLock { $0[name] = author }
    return author
  }

  private func refusal(_ reason: String, _ repository: RepositoryName) -> SignatureAnswer {
    log.warning(
      "a commit is not signed", ["repository": "\(repository)", "reason": reason])
    return .failure(
      ForgeError(.rejected, subject: "signing a commit of \(repository)", detail: reason))
  }
}

extension String {
  /// Whether the text is the name of a git object.
  fileprivate var isObjectName: Bool {
    [40, 64].contains(utf8.count)
      && utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}
