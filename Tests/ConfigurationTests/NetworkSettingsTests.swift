import Configuration
import Ecosystem
import Logging
import Testing
import Text

private func read(_ text: String) -> Decoded<OperatorFile> {
  OperatorFile.read(
    SourceText(file: "martlet.yml", text), ecosystems: ecosystems,
    placeholders: .resolved(environment: { _ in "s3cret" }, file: { _ in nil }))
}

struct `The network settings` {
  @Test(
    arguments: [
      (["https_proxy": "proxy:3128"], "http://proxy:3128"),
      (["HTTPS_PROXY": "https://proxy"], "https://proxy:443"),
      (["HTTPS_PROXY": "http://a:b@proxy/"], "http://a:b@proxy:80"),
      (["HTTPS_PROXY": "http://upper:1", "https_proxy": "http://lower:2"], "http://lower:2"),
      (["HTTPS_PROXY": ""], nil), (["HTTP_PROXY": "http://proxy:1"], nil),
    ] as [([String: String], String?)])
  func `the environment names the proxy for https`(
    variables: [String: String], expected: String?
  ) throws {
    let settings = try ProxySettings { variables[$0] }
    #expect(settings.https?.reveal() == expected)
  }

  @Test func `exceptions are separated by commas or spaces`() throws {
    let settings = try ProxySettings { $0 == "no_proxy" ? "localhost, .acme.dev 10.0.0.0/8" : nil }
    #expect(settings.noProxy == ["localhost", ".acme.dev", "10.0.0.0/8"])
  }

  @Test(arguments: ["socks5://proxy:1", "http://", "http://a b", "http://user@"])
  func `a variable that names no proxy is an error`(text: String) {
    #expect(throws: ProxyVariableError(name: "HTTP_PROXY")) {
      _ = try ProxySettings { $0 == "HTTP_PROXY" ? text : nil }
    }
  }

  @Test func `passwords of proxies are secrets`() throws {
    let file = try #require(
      read("proxy: {https: \"http://me:${env:P}@proxy:3128\", no-proxy: [acme.dev]}").value)
    let proxy = try #require(file.proxy)
    #expect(proxy.https?.reveal() == "http://me:s3cret@proxy:3128")
    #expect(proxy.secrets.map { $0.reveal() } == ["http://me:s3cret@proxy:3128", "s3cret"])
    #expect(proxy.noProxy == ["acme.dev"])
    #expect("\(file)".contains("s3cret") == false)
  }

  @Test(arguments: [
    ("proxy: {http: ftp://p}", "1:15: error: expected a URL such as http://proxy.example:3128"),
    (
      "registries: [{url: https://a.dev, client-key: k}]",
      "1:14: error: 'client-certificate' and 'client-key' go together"
    ),
  ])
  func `mistakes are found`(text: String, expected: String) {
    let findings = read(text).findings.map { "\($0)".replacing("martlet.yml:", with: "") }
    #expect(findings.first?.hasPrefix(expected) == true, "\(findings)")
  }
}
