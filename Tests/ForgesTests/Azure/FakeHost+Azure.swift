import FoundationEssentials
import Git
import HTTP
import Logging
import Synchronization
import TestSupport

@testable import Forges

extension FakeHost {
  /// Speaks with fakeazure as the forge does, hurried.
  func azure(
    token: String = "azure_token_fixed", by client: HTTP.Client = live
  ) throws -> AzureForge {
    let pacing = HostPacing(
      pace: .zero, contentPerMinute: 10_000, longestWait: .seconds(5),
      sleep: { _ in try await Task.sleep(for: .milliseconds(5)) })
    let git = Git.Options(cache: "\(data)/git-cache", allowsPrivate: { _ in true })
    guard
      let forge = try AzureForge(
        connection("azure", "\(url)/org", token, client, git), pacing: pacing)
    else { throw Failure(message: "no address") }
    return forge
  }

  /// A client that lets something happen right before the first request for a completion is sent.
  func completingClient(
    after act: @escaping @Sendable () async throws -> Void
  ) -> HTTP.Client {
    let isFirst = Mutex(true)
    return HTTP.Client { request throws(HTTPError) in
      let body = String(decoding: request.body ?? [], as: UTF8.self)
      if request.method == .patch, body.contains("\"completed\""),
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
