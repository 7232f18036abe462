import HTTP
import Logging

extension ForgeKind {
  /// GitLab, on gitlab.com or self-managed.
  package static let gitLab: ForgeKind = {
    var kind = ForgeKind(id: "gitlab", name: "GitLab") { connection in
      try GitLabForge(connection, pacing: gitLabPacing(connection.url))
    }
    kind.publicHosts = ["gitlab.com", "altssh.gitlab.com"]
    kind.settings.webAddress = gitLabWebAddress
    // Lists contain the descriptions of a hundred merge requests, so these are kept far below
    // GitLab's limit of a million characters.
    kind.textLimits = TextLimits(title: 255, body: 131_072, commitMessage: 65_536)
    kind.links = ForgeLinkShapes(
      repository: { "/\($0)" }, pullRequest: { "/\($1)/-/merge_requests/\($0)" },
      issue: { "/\($1)/-/issues/\($0)" })
    kind.text.pullRequestSign = "!"
    kind.text.inert = GitLabText.inert
    kind.text.inertTitle = TitleMentions.disarmed
    kind.opensWithLabels = true
    kind.webhooks = .gitLab
    kind.notesFormat = "gitlab"
    kind.settingsFolders = [".gitlab", commonSettingsFolder]
    kind.codeOwners = CodeOwnersFormat(hasSections: true).before([".gitlab"])
    kind.urls = { url in
      HostAddresses(gitLab: url).flatMap { ForgeURLs($0, .gitLab) }
    }
    // https://docs.gitlab.com/administration/packages/container_registry/ (`auth_realm`)
    kind.tokenServers = [
      TokenServer(registry: "registry.gitlab.com", realm: "https://gitlab.com/jwt/auth")
    ]
    kind.imageTokenServer = { url in HostAddresses(gitLab: url).map { "\($0.web)/jwt/auth" } }
    kind.keys = { $0.tokenKeys(as: gitLabHeader) }
    kind.advice.missingGrant = "create a token with the scope 'api'"
    kind.advice.writes = """
      give the account the role Developer, and check that no protected branch has a name like \
      'martlet/*'
      """
    return kind
  }()
}

/// gitlab.com allows 60 new notes a minute; self-managed servers allow 300, unless an administrator
/// changes that.
private func gitLabPacing(_ url: String) -> HostPacing {
  let host = (try? AbsoluteURL(url).origin.host) ?? ""
  return host == "gitlab.com"
    ? HostPacing(pace: .milliseconds(200), contentPerMinute: 50)
    : HostPacing(pace: .milliseconds(20), contentPerMinute: 250)
}

/// Returns the web address to write instead of the URL of the REST API or of one group.
private func gitLabWebAddress(insteadOf url: String) -> String? {
  for end in ["/api/v4", "/api/v4/", "/api", "/api/", "/api/graphql"] where url.hasSuffix(end) {
    return String(url.dropLast(end.count))
  }
  guard let parts = try? AbsoluteURL(url), parts.origin.host.hasSuffix("gitlab.com") else {
    return nil
  }
  guard ["gitlab.com", "www.gitlab.com"].contains(parts.origin.host) else { return nil }
  let isPlain = ["https://gitlab.com", "https://gitlab.com/"].contains(url)
  return isPlain ? nil : "https://gitlab.com"
}
