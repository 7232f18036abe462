import FoundationEssentials
import Forges
import Git
import HTTP
import Logging
import TestSupport

extension FakeHost {
  /// Speaks with it as the forge does, hurried.
  func forge(
    _ credential: GitHubCredential = .token(Secret("github_pat_fixed")),
    pacing: HostPacing = HostPacing(
      pace: .zero, longestWait: .seconds(20),
      sleep: { _ in try await Task.sleep(for: .milliseconds(20)) }), git: Git.Options? = nil
  ) throws -> GitHubForge {
    guard
      let forge = GitHubForge(
        name: "hub", url: url, as: credential, by: Self.live, pacing: pacing, git: git)
    else { throw Failure(message: "no address") }
    return forge
  }

  /// Speaks with faketea as the forge does, with a cache for git of its own.
  func gitea(
    _ kind: ForgeKind = .gitea, token: String = "gitea_token_fixed",
    pacing: HostPacing = HostPacing(
      pace: .zero, longestWait: .seconds(20),
      sleep: { _ in try await Task.sleep(for: .milliseconds(20)) })
  ) throws -> GiteaForge {
    let git = Git.Options(cache: "\(data)-git-\(uniqueName())", allowsPrivate: { _ in true })
    guard
      let forge = try GiteaForge(
        kind, connection("tea", url, token, Self.live, git), pacing: pacing)
    else { throw Failure(message: "no address") }
    return forge
  }

  /// What a client of a fake needs.
  func connection(
    _ name: String, _ url: String, _ token: String, _ client: HTTP.Client, _ git: Git.Options
  ) -> ForgeConnection {
    ForgeConnection(
      name: name, url: url, credential: .token(Secret(token)),
      client: client.followingRedirects(), git: git)
  }

  /// The App whose key the fake made.
  func app() throws -> GitHubCredential {
    let pem = try String(contentsOfFile: "\(data)/app.private-key.pem", encoding: .utf8)
    return try .app(id: "4242", privateKey: Secret(pem))
  }
}
