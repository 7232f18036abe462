import Testing

@testable import Forges

@Suite struct `The settings of an Azure DevOps forge` {
  @Test(arguments: [
    ("https://dev.azure.com/acme", nil), ("https://tfs.acme.dev/tfs/Default", nil),
    ("https://acme.visualstudio.com", "https://dev.azure.com/acme"),
    ("https://dev.azure.com/acme/tools/_git/web", "https://dev.azure.com/acme/tools"),
    ("https://dev.azure.com/acme/_apis", "https://dev.azure.com/acme"),
  ])
  func `another URL is recognized`(url: String, web: String?) {
    #expect(ForgeKind.azureDevOps.settings.webAddress(url) == web)
  }

  @Test(arguments: [
    ("https://dev.azure.com", true), ("https://dev.azure.com/acme/tools", true),
    ("https://dev.azure.com/acme", false), ("https://tfs.acme.dev/tfs/Default", false),
  ])
  func `the cloud needs an organisation`(url: String, isRefused: Bool) {
    #expect((ForgeKind.azureDevOps.settings.refusal(url) != nil) == isRefused)
  }

  @Test func `identities of the cloud have a host of their own`() throws {
    let cloud = try #require(HostAddresses(azure: "https://dev.azure.com/acme/"))
    #expect(cloud.identities == "https://vssps.dev.azure.com/acme")
    let own = try #require(HostAddresses(azure: "https://tfs.acme.dev/tfs/Default"))
    #expect(own.identities == "https://tfs.acme.dev/tfs/Default")
    let web = try #require(RepositoryName("My%20Project/web"))
    #expect(cloud.gitShape.path(of: web) == "/My%20Project/_git/web")
  }
}
