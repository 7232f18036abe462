import Forges
import HTTP
import Logging
import Testing

/// What code outside a forge's folder learns about a kind of host.
@Suite struct `A kind of forge` {
  @Test func `the words of the operator's file are unique`() {
    let words = ForgeKind.all.map(\.id)
    #expect(Set(words).count == words.count)
    #expect(
      words.sorted() == [
        "azure-devops", "bitbucket", "forgejo", "gitea", "github", "gitlab", "local",
      ])
  }

  @Test func `GitHub requires a credential, and a folder none`() throws {
    let connection = ForgeConnection(
      name: "hub", url: "https://github.com", credential: nil, client: .refusing)
    #expect(throws: ForgeSetupError.noCredential) { try ForgeKind.gitHub.connect(connection) }
    var folder = connection
    folder.url = "file:///srv/forge"
    #expect(try ForgeKind.local.connect(folder) != nil)
  }

  @Test(arguments: [
    ("https://api.github.com", "https://github.com"),
    ("https://github.com/acme", "https://github.com"),
    ("https://git.acme.dev/api/v3", "https://git.acme.dev"), ("https://git.acme.dev", nil),
  ])
  func `another URL of GitHub is recognized`(url: String, web: String?) {
    #expect(ForgeKind.gitHub.settings.webAddress(url) == web)
  }

  @Test(arguments: [
    ("https://bitbucket.org", true), ("https://api.bitbucket.org/2.0", true),
    ("https://bitbucket.acme.dev", false), ("https://git.acme.dev/bitbucket.org", false),
  ])
  func `Bitbucket Cloud is refused by its address`(url: String, isRefused: Bool) {
    let reason = ForgeKind.bitbucket.settings.refusal(url)
    #expect((reason?.hasPrefix("Bitbucket Cloud is not served") ?? false) == isRefused)
  }

  @Test(arguments: [
    ("https://git.acme.dev/rest/api/1.0", "https://git.acme.dev"),
    ("https://git.acme.dev/scm/", "https://git.acme.dev"), ("https://git.acme.dev/git", nil),
  ])
  func `another URL of Bitbucket is recognized`(url: String, web: String?) {
    #expect(ForgeKind.bitbucket.settings.webAddress(url) == web)
  }

  @Test func `Bitbucket's pages are below projects`() throws {
    let links = try #require(ForgeKind.bitbucket.links)
    #expect(links.repository("ACME/web") == "/projects/ACME/repos/web")
    #expect(links.pullRequest(7, "~ann/web") == "/projects/~ann/repos/web/pull-requests/7")
  }

  @Test func `people leave out a bot's suffix`() {
    #expect(ForgeKind.gitHub.text.names(of: "acme[bot]") == ["acme[bot]", "acme"])
    #expect(ForgeKind.local.text.names(of: "martlet") == ["martlet"])
    #expect(ForgeKind.isBot("Dependabot[bot]") && !ForgeKind.isBot("ann"))
  }
}

extension HTTP.Client {
  /// Fails every request.
  fileprivate static var refusing: HTTP.Client {
    HTTP.Client { request throws(HTTPError) in throw HTTPError(.unreachable, url: request.url) }
  }
}
