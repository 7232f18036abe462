import Text
import HTTP
import Logging

extension ForgeKind {
  /// Bitbucket Data Center from 7.21.
  ///
  /// Bitbucket Cloud is refused: its request for a merge can't name the commit that was judged.
  package static let bitbucket: ForgeKind = {
    var kind = ForgeKind(id: "bitbucket", name: "Bitbucket") { connection in
      try BitbucketForge(
        connection,
        pacing: HostPacing(pace: .milliseconds(50), contentPerMinute: 250, concurrency: 4))
    }
    kind.settings.webAddress = bitbucketWebAddress
    kind.settings.refusal = bitbucketRefusal
    // Texts are columns of 32,768 characters; a marker is one longer than the comment that it replaces.
    kind.textLimits = TextLimits(title: 255, body: 32_700, commitMessage: 65_536)
    kind.links = ForgeLinkShapes(
      repository: { bitbucketPage($0) }, pullRequest: { "\(bitbucketPage($1))/pull-requests/\($0)" }
    )
    kind.text.inert = BitbucketText.inert
    kind.webhooks = .bitbucket
    kind.notesFormat = "bitbucket-server"
    kind.urls = { HostAddresses(bitbucket: $0).flatMap { ForgeURLs($0, .bitbucket) } }
    kind.keys = { $0.tokenKeys(as: bitbucketHeader) }
    kind.advice.missingGrant = bitbucketTokenAdvice
    kind.advice.writes = bitbucketTokenAdvice
    return kind
  }()
}

private let bitbucketTokenAdvice = """
  create an HTTP access token of a user account with write access to the repositories, with the \
  permission 'Repository write'
  """

/// The path of a repository's page: `ACME/web` becomes `/projects/ACME/repos/web`.
private func bitbucketPage(_ name: String) -> String {
  let parts = name.slashParts(maxSplits: 1)
  return "/projects/\(parts.first ?? "")/repos/\(parts.dropFirst().first ?? "")"
}

/// Returns the web address to write instead of the URL of the REST API or of git.
private func bitbucketWebAddress(insteadOf url: String) -> String? {
  for end in ["/rest/api/1.0", "/rest/api/latest", "/rest/api", "/rest", "/scm"] {
    for end in [end, end + "/"] where url.hasSuffix(end) { return String(url.dropLast(end.count)) }
  }
  return nil
}

/// Why a URL isn't served; nil for a server of one's own.
private func bitbucketRefusal(_ url: String) -> String? {
  let host = (try? AbsoluteURL(url).origin.host) ?? ""
  guard host == "bitbucket.org" || host.hasSuffix(".bitbucket.org") else { return nil }
  return """
    Bitbucket Cloud is not served: its API merges whatever commit a pull request has at that moment, \
    so that a commit that nobody checked could be merged; 'kind: bitbucket' serves Bitbucket Data \
    Center
    """
}
