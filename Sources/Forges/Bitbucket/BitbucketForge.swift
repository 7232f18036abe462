package import Git
package import HTTP
package import Logging
import Synchronization
import Time

/// Bitbucket Data Center, by its REST API and git.
///
///     let bucket = BitbucketForge(
///       name: "bucket", url: "https://git.acme.dev", token: secret, by: client, git: git)
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

  /// Sends nothing yet; nil if `url` is not an HTTP URL.
  ///
  /// - Parameters:
  ///   - name: the operator's name for it.
  ///   - url: the web address; it may have a path.
  ///   - token: an HTTP access token.
  ///   - client: sends requests; it may follow redirects. Retries happen here.
  ///   - pacing: how often the host is asked.
  ///   - gate: shared with other users of the token; nil: a new one.
  ///   - git: the cache for objects that are read and written by git.
  package init?(
    name: String, url: String, token: Secret, by client: HTTP.Client,
    pacing: HostPacing = HostPacing(), gate: ForgeGate? = nil, git: Git.Options
  ) {
    guard let addresses = HostAddresses(bitbucket: url) else { return nil }
    self.name = name
    let wire = HostWire(
      addresses: addresses, dialect: .bitbucket, client: client, pacing: pacing, gate: gate)
    host = HostClient(wire, secrets: .token(token))
    objects = host.objects(git)
  }

  /// The gate that all its requests pass.
  package var gate: ForgeGate? { host.gate }
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
