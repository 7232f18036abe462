import Synchronization
import Time

/// GitLab, on gitlab.com or self-managed from 16.11 on, by REST version 4.
///
///     let lab = try GitLabForge(connection)
///     let head = try await lab?.head(of: "main", in: repository)
///
/// Branches are written by git: GitLab's REST API can overwrite a branch, but can't compare first.
package struct GitLabForge: Forge {
  /// The operator's name for it, by which reports and the state distinguish forges.
  package let name: String
  /// GitLab.
  package var kind: ForgeKind { .gitLab }
  let host: HostClient
  /// Reads trees and files without API requests, and builds commits.
  let objects: GitObjects
  let known = GitLabMemory()

  /// Sends nothing yet; nil if the connection's URL is not an HTTP URL.
  ///
  /// - Parameters:
  ///   - connection: has an access token; its client may follow redirects. Retries happen here.
  ///   - pacing: how often the host is asked.
  /// - Throws: `.noCredential` if the connection has no token.
  package init?(
    _ connection: ForgeConnection, pacing: HostPacing = HostPacing()
  ) throws(ForgeSetupError) {
    guard let addresses = HostAddresses(gitLab: connection.url) else { return nil }
    name = connection.name
    host = try HostClient(
      connection, at: addresses, as: .gitLab, pacing: pacing, header: gitLabHeader)
    objects = host.objects(connection.objectCache)
  }

  /// The rate limiter that all its requests pass.
  package var limiter: ForgeRateLimiter? { host.limiter }
}

/// What the host said a moment ago and is needed again.
final class GitLabMemory: Sendable {
  private let user = Mutex<GitLabUser?>(nil)
  private let pipelines = Mutex<[String: GitLabPipeline]>([:])
  /// The merge requests that a list of changes showed.
  private let listed = Mutex<[RepositoryName: (at: Timestamp, all: [GitLabMergeRequest])]>([:])
  /// The projects that don't merge after a skipped pipeline.
  private let skipBlockers = Mutex<Set<RepositoryName>>([])

  /// The numbers of projects, from the last list.
  private let numbers = Mutex<[RepositoryName: Int]>([:])

  /// The account of the credential, which is read once.
  func user(
    _ read: () async throws(ForgeError) -> GitLabUser
  ) async throws(ForgeError) -> GitLabUser {
    if let user = user.withLock({ $0 }) { return user }
    let found = try await read()
    user.withLock { $0 = found }
    return found
  }

  /// Keeps the numbers of listed projects, instead of those of earlier lists.
  func remember(numbers found: [RepositoryName: Int]) { numbers.withLock { $0 = found } }

  /// The number of a project in the last list; nil if that didn't have it.
  func number(of repository: RepositoryName) -> Int? { numbers.withLock { $0[repository] } }

  /// Keeps what a project's settings mean for skipped pipelines.
  func remember(_ project: GitLabProject, of repository: RepositoryName) {
    skipBlockers.withLock { blockers in
      if project.blocksSkippedPipelines {
        blockers.insert(repository)
      } else {
        blockers.remove(repository)
      }
    }
  }

  /// Whether a skipped pipeline blocks the merge, by the settings that were read last.
  func blocksSkippedPipelines(in repository: RepositoryName) -> Bool {
    skipBlockers.withLock { $0.contains(repository) }
  }

  /// How long a list may serve as the present state; a change in between is found by the next pass.
  private static let lifetime = Duration.seconds(300)

  /// Keeps a list of merge requests for the comparison in the same pass.
  func remember(_ all: [GitLabMergeRequest], of repository: RepositoryName, at time: Timestamp) {
    listed.withLock { listed in
      if listed.count >= 1000 { listed = [:] }
      listed[repository] = (time, all)
    }
  }

  /// Returns the list that was kept, once; nil without a list, or if it is old.
  func removeList(
    of repository: RepositoryName, now: Timestamp
  ) -> (at: Timestamp, all: [GitLabMergeRequest])? {
    let kept = listed.withLock { $0.removeValue(forKey: repository) }
    return kept.flatMap { now - $0.at < Self.lifetime ? $0 : nil }
  }

  /// Keeps the head pipeline of a merge request for the next reading of its checks.
  func remember(_ pipeline: GitLabPipeline?, of commit: String, in repository: RepositoryName) {
    pipelines.withLock { pipelines in
      if pipelines.count >= 1000 { pipelines = [:] }
      pipelines["\(repository) \(commit)"] = pipeline
    }
  }

  /// Returns the head pipeline that was kept, once: it may be out of date later.
  func removePipeline(of commit: String, in repository: RepositoryName) -> GitLabPipeline? {
    pipelines.withLock { $0.removeValue(forKey: "\(repository) \(commit)") }
  }
}
