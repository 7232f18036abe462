import FoundationEssentials
import Forges
import Git
import HTTP
import Logging
import Synchronization
import TestSupport

extension FakeHost {
  /// Speaks with fakebucket as the forge does, hurried.
  func bitbucket(
    token: String = "bitbucket_token_fixed", by client: HTTP.Client = live
  ) throws -> BitbucketForge {
    let pacing = HostPacing(
      pace: .zero, contentPerMinute: 10_000, longestWait: .seconds(5),
      sleep: { _ in try await Task.sleep(for: .milliseconds(20)) })
    let git = Git.Options(cache: "\(data)/git-cache", allowsPrivate: { _ in true })
    guard
      let forge = try BitbucketForge(connection("bucket", url, token, client, git), pacing: pacing)
    else { throw Failure(message: "no address") }
    return forge
  }

  /// A client that lets something happen right before the first request for a merge is sent.
  func client(
    beforeMerging act: @escaping @Sendable () async throws -> Void
  ) -> HTTP.Client {
    let isFirst = Mutex(true)
    return HTTP.Client { request throws(HTTPError) in
      let isMerge = request.method == .post && request.url.contains("/merge?")
      if isMerge,
        isFirst.withLock({ first in
          defer { first = false }; return first
        })
      {
        do { try await act() } catch { throw HTTPError(.invalidURL, url: "\(error)") }
      }
      return try await Self.live.send(request)
    }
  }
}
