import HTTP
import Logging

extension ForgeKind {
  /// Gitea from 1.21.
  package static let gitea = kind(id: "gitea", name: "Gitea", headers: ["Gitea"])
  /// Forgejo from 7, such as codeberg.org; its interface is Gitea's.
  package static let forgejo = kind(id: "forgejo", name: "Forgejo", headers: ["Forgejo", "Gitea"])

  /// Describes a program; `headers` are the words in its webhooks' headers, by preference.
  private static func kind(id: String, name: String, headers: [String]) -> ForgeKind {
    // The closure can't refer to the value that it belongs to, which is equal by its word.
    var kind = ForgeKind(id: id, name: name) { connection in
      try GiteaForge(
        id == "gitea" ? .gitea : .forgejo, connection, pacing: giteaPacing(connection.url))
    }
    kind.publicHosts = [id == "gitea" ? "gitea.com" : "codeberg.org"]
    kind.settings.webAddress = giteaWebAddress
    // Titles are columns of 255 characters on PostgreSQL and MySQL.
    kind.textLimits = TextLimits(title: 255)
    kind.links = ForgeLinkShapes(
      repository: { "/\($0)" }, pullRequest: { "/\($1)/pulls/\($0)" },
      issue: { "/\($1)/issues/\($0)" })
    kind.webhooks = .gitea(headers)
    kind.opensWithLabels = true
    kind.servesActions = true
    kind.notesFormat = "gitea"
    // Forgejo reads Gitea's folder, too.
    kind.settingsFolders = headers.map { ".\($0.lowercased())" } + [commonSettingsFolder]
    kind.codeOwners = CodeOwnersFormat(hasExpressions: true).before(kind.settingsFolders)
    kind.urls = { HostAddresses(gitea: $0).flatMap { ForgeURLs($0, .gitea) } }
    kind.keys = { $0.tokenKeys(as: giteaHeader) }
    kind.advice.missingGrant =
      "a token needs write:repository, write:issue, read:user and read:organization"
    kind.advice.writes =
      "give the token write:repository and write:issue, and its account write access"
    return kind
  }
}

/// A second between writes at public hosts; others have no limits of their own.
private func giteaPacing(_ url: String) -> HostPacing {
  let host = (try? AbsoluteURL(url).origin.host) ?? ""
  let isShared = ["codeberg.org", "gitea.com"].contains(host)
  return HostPacing(
    pace: isShared ? .seconds(1) : .milliseconds(20), contentPerMinute: isShared ? 30 : 600,
    concurrency: isShared ? 4 : 8)
}

/// Returns the web address to write instead of the URL of the API.
private func giteaWebAddress(insteadOf url: String) -> String? {
  for end in ["/api/v1", "/api/v1/", "/api", "/api/"] where url.hasSuffix(end) {
    return String(url.dropLast(end.count))
  }
  return nil
}
