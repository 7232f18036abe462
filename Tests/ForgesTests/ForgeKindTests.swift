import Forges
import HTTP
import Logging
import Testing

/// What code outside a forge's folder learns about a kind of host.
@Suite struct ForgeKindTests {
  @Test func `the words of the operator's file are unique`() {
    let words = ForgeKind.all.map(\.id)
    #expect(Set(words).count == words.count)
    #expect(words.sorted() == ["bitbucket", "forgejo", "gitea", "github", "gitlab", "local"])
  }

  @Test(arguments: ForgeKind.all.filter { !$0.isServed })
  func `a kind that isn't served can't be connected to`(kind: ForgeKind) {
    let connection = ForgeConnection(
      name: "lab", url: "https://lab.dev", credential: .token(Secret("t")), client: .refusing)
    #expect(throws: ForgeSetupError.notServed) { try kind.connect(connection) }
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
