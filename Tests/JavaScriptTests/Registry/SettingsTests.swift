import Ecosystem
import Testing
import Text

@testable import JavaScript

@Suite struct `The settings of npm` {
  private func settings(_ text: String) -> Settings {
    Settings(SourceText(file: ".npmrc", text))
  }

  private func registry(_ text: String, for name: String = "demo") throws -> String {
    try settings(text).registry(for: #require(PackageName(name)))
  }

  @Test(arguments: [
    ("", "demo", "https://registry.npmjs.org"),
    ("registry=https://r.example/npm//", "demo", "https://r.example/npm"),
    ("registry = \"https://r.example/\" \r\n", "demo", "https://r.example"),
    ("; registry=https://a/\n#registry=https://b/\nregistry=https://c/ ; d", "demo", "https://c"),
    ("registry=https://a/\nregistry=https://b/", "demo", "https://b"),
    ("@acme:registry=https://acme.example", "@acme/x", "https://acme.example"),
    ("@acme:registry=https://acme.example", "acme", "https://registry.npmjs.org"),
    ("@acme:registry=https://a/\nregistry=https://b/", "@other/x", "https://b"),
    ("registry=", "demo", "https://registry.npmjs.org"),
    ("[section]\nregistry=https://a/", "demo", "https://registry.npmjs.org"),
  ])
  func `the registry of a package is found`(text: String, name: String, url: String) throws {
    #expect(try registry(text, for: name) == url)
  }

  @Test(arguments: [
    "registry=${NPM_REGISTRY}", "registry=https://${HOST}/", "registry=file:///etc", "registry",
    "registry=https://user:secret@r.example/",
  ])
  func `a registry that is unknown or no web address is refused`(text: String) {
    #expect {
      try registry(text)
    } throws: { error in
      guard let problem = error as? Problem else { return false }
      return problem.kind == .refused && problem.location?.description == ".npmrc:1:1"
        && !"\(problem)".contains("secret")
    }
  }

  @Test func `credentials are ignored with a warning`() {
    let settings = settings(
      """
      always-auth=true
        //r.example/:_authToken=hunter2
      _auth=hunter2
      //r.example/:username=hunter2
      legacy-peer-deps=true
      token=${TOKEN}
      """)
    #expect(
      settings.findings.map(\.location?.description) == [
        ".npmrc:2:3", ".npmrc:3:1", ".npmrc:4:1", ".npmrc:6:1",
      ])
    #expect(!"\(settings.findings)".contains("hunter2"))
    #expect(settings.isOn("legacy-peer-deps"))
    #expect(settings["token"] == nil)
    #expect(settings["nothing"] == nil)
  }

  @Test(arguments: [
    ("a=b=c", "b=c"), ("a = 'x;y' ", "x;y"), (##"a=x\;y\#z\n"##, ##"x;y#z\n"##), ("a", "true"),
    ("a=", ""), ("a=x #y", "x"), (#"a=x\"#, #"x\"#), ("a=\"", "\""),
  ])
  func `values are read as npm's ini reader reads them`(line: String, value: String) {
    #expect(settings(line)["a"] == value)
  }
}
