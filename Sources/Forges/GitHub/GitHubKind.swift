import HTTP
import Logging

extension ForgeKind {
  /// GitHub, on github.com or an Enterprise Server.
  package static let gitHub: ForgeKind = {
    var kind = ForgeKind(id: "github", name: "GitHub") { connection in
      guard let credential = try GitHubCredential(connection.credential) else {
        throw ForgeSetupError.noCredential
      }
      return GitHubForge(
        name: connection.name, url: connection.url, as: credential, by: connection.client,
        pacing: gitHubPacing(connection.url).sharing(connection.sharedPace),
        limiter: connection.limiter, git: connection.git, signer: connection.signer)
    }
    kind.keys = { connection in
      guard let credential = try GitHubCredential(connection.credential),
        let addresses = HostAddresses(gitHub: connection.url)
      else { return nil }
      return credential.keys(
        over: HostWire(
          name: connection.name, addresses: addresses, dialect: .gitHub(isApp: credential.isApp),
          client: connection.client, pacing: connection.pacing ?? gitHubPacing(connection.url)))
    }
    kind.publicHosts = ["github.com", "ssh.github.com"]
    kind.settings.acceptsApp = true
    kind.settings.webAddress = gitHubWebAddress
    kind.links = ForgeLinkShapes(
      repository: { "/\($0)" }, pullRequest: { "/\($1)/pull/\($0)" },
      issue: { "/\($1)/issues/\($0)" })
    kind.text.botSuffix = gitHubBotSuffix
    kind.webhooks = .gitHub
    kind.notesFormat = "github"
    kind.runsDependabot = true
    kind.servesActions = true
    kind.codeOwners = CodeOwnersFormat().after(kind.settingsFolders)
    kind.urls = { HostAddresses(gitHub: $0).flatMap { ForgeURLs($0, .gitHub) } }
    kind.advice.missingGrant = "accept the new permissions if the credential is an App"
    kind.advice.writes = "grant 'contents' and 'pull requests' for writing"
    kind.committerEmails = ["noreply@github.com"]
    return kind
  }()
}

/// The suffix of the logins of Apps.
let gitHubBotSuffix = "[bot]"

extension GitHubCredential {
  /// Reads what the operator's file gives; nil if it gives nothing.
  fileprivate init?(_ credential: ForgeCredential?) throws(ForgeSetupError) {
    switch credential {
    case .token(let token): self = .token(token)
    case .app(let id, let key):
      do {
        self = try .app(id: "\(id)", privateKey: key)
      } catch {
        throw .unreadableKey
      }
    case .migrationHint(let isApp): self = .migrationHint(isApp: isApp)
    case nil: return nil
    }
  }
}

/// A second between writes on github.com, as its documentation asks.
///
/// Enterprise Servers have no limits unless an administrator switches them on, and then they send
/// `Retry-After`.
private func gitHubPacing(_ url: String) -> HostPacing {
  let host = (try? AbsoluteURL(url).origin.host) ?? ""
  let isShared =
    host == "github.com" || host.hasSuffix(".github.com") || host.hasSuffix(".ghe.com")
  return HostPacing(pace: isShared ? .seconds(1) : .milliseconds(50))
}

/// Returns the web address to write instead of the URL of the REST API or of one owner.
private func gitHubWebAddress(insteadOf url: String) -> String? {
  guard let scheme = url.firstRange(of: "://") else { return nil }
  let host = url[scheme.upperBound...].prefix { !"/?#".contains($0) }.lowercased()
  let path = url[scheme.upperBound...].dropFirst(host.count)
  let start = url[..<scheme.upperBound]
  if host == "api.github.com" || host == "www.github.com" { return "https://github.com" }
  if host == "github.com", path.contains(where: { $0 != "/" }) { return "https://github.com" }
  if host.hasPrefix("api."), host.hasSuffix(".ghe.com") { return "\(start)\(host.dropFirst(4))" }
  for end in ["/api/v3", "/api/v3/", "/api", "/api/"] where path == end { return "\(start)\(host)" }
  return nil
}

extension WebhookFormat {
  /// GitHub's deliveries, signed by `X-Hub-Signature-256`.
  package static let gitHub: WebhookFormat = {
    let signature = BodySignature(prefix: "sha256=")
    let header = "X-Hub-Signature-256"
    var format = WebhookFormat(
      eventHeader: "X-GitHub-Event", idHeaders: ["X-GitHub-Delivery"],
      mayBeAuthentic: { headers, _ in signature.isWellFormed(headers(header)) },
      isAuthentic: { headers, body, secret, _ in
        signature.matches(headers(header), body, secret)
      },
      read: { headers, event, body throws(WebhookError) in
        // The page for webhooks offers a form, too.
        let isForm = WebhookFormat.contentType(headers) == WebhookForm.contentType
        return try WebhookEvent(
          gitHub: event, body: isForm ? try WebhookForm.payload(body) : body)
      })
    format.contentTypes.insert(WebhookForm.contentType)
    return format
  }()
}
