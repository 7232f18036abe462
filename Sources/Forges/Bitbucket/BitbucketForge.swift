import Synchronization
import Time

/// Bitbucket Data Center, by its REST API and git.
///
///     let bucket = try BitbucketForge(connection)
///     let head = try await bucket?.head(of: "main", in: repository)
///
/// A repository's owner is the key of its project, such as `ACME`, or `~ann` for a person. Branches
/// are written by git: the REST API has no commits of several files and no compare-and-swap.
package struct BitbucketForge: Forge {
  /// The operator's name for it, by which reports and the state distinguish forges.
  package let name: String
  /// Bitbucket.
  package var kind: ForgeKind { .bitbucket }
  let host: HostClient
  /// Reads trees and files, and writes branches.
  let objects: GitObjects
  let memory = BitbucketMemory()

  /// Sends nothing yet; nil if the connection's URL is not an HTTP URL.
  ///
  /// - Parameters:
  ///   - connection: has an access token; its client may follow redirects. Retries happen here.
  ///   - pacing: how often the host is asked.
  /// - Throws: `.noCredential` if the connection has no token.
  package init?(
    _ connection: ForgeConnection, pacing: HostPacing = HostPacing()
  ) throws(ForgeSetupError) {
    guard let addresses = HostAddresses(bitbucket: connection.url) else { return nil }
    name = connection.name
    host = try HostClient(
      connection, at: addresses, as: .bitbucket, pacing: pacing, header: bitbucketHeader)
    objects = host.objects(connection.objectCache)
  }

  /// The rate limiter that all its requests pass.
  package var limiter: ForgeRateLimiter? { host.limiter }
}

/// What one client has learned from its server.
final class BitbucketMemory: Sendable {
  private let account = Mutex<BitbucketUser?>(nil)
  private let serverVersion = Mutex<BitbucketVersion?>(nil)
  private let branches = Mutex<[Int: (branch: String, readAt: Timestamp)]>([:])
  /// A default branch rarely changes, and one that was deleted is read again at once.
  private static let branchLife = Duration.days(1)

  /// The account of the token.
  var user: BitbucketUser? {
    get { account.withLock { $0 } }
    set { account.withLock { $0 = newValue } }
  }

  /// The version that the server reported.
  var version: BitbucketVersion? {
    get { serverVersion.withLock { $0 } }
    set { serverVersion.withLock { $0 = newValue } }
  }

  /// The default branch of a repository, if it was read during the last day.
  func defaultBranch(of repository: Int, now: Timestamp) -> String? {
    branches.withLock { $0[repository] }.flatMap { entry in
      now - entry.readAt < Self.branchLife ? entry.branch : nil
    }
  }

  /// Keeps a default branch.
  func remember(_ branch: String, of repository: Int, now: Timestamp) {
    branches.withLock { $0[repository] = (branch, now) }
  }
}
