import FoundationEssentials
import Forges
import Git
import HTTP
import Logging
import TestSupport

extension FakeHost {
  /// Speaks with fakelab as the forge does, hurried.
  func gitLab(
    token: String = "glpat-fixed",
    pacing: HostPacing = HostPacing(
      pace: .zero, contentPerMinute: 10_000, longestWait: .seconds(20),
      sleep: { _ in try await Task.sleep(for: .milliseconds(20)) })
  ) throws -> GitLabForge {
    let git = Git.Options(cache: "\(data)/git-cache", allowsPrivate: { _ in true })
    guard
      let forge = try GitLabForge(connection("lab", url, token, Self.live, git), pacing: pacing)
    else { throw Failure(message: "no address") }
    return forge
  }
}
