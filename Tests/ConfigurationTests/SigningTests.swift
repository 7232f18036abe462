import Configuration
import Forges
import Logging
import Testing
import Text

private func read(
  _ lines: String, forge: String = "kind: github, url: \"https://github.com/\", token: t"
) -> Decoded<OperatorFile> {
  let text = "forges: [{name: hub, \(forge), repositories: [acme/app]}]\n\(lines)\n"
  return OperatorFile.read(
    SourceText(file: "martlet.yml", text), ecosystems: ecosystems, placeholders: .unresolved)
}

private func messages(_ decoded: Decoded<OperatorFile>) -> String {
  decoded.findings.map { "\($0.severity.rawValue): \($0.message)" }.joined(separator: "\n")
}

@Suite struct `The key signing` {
  @Test func `has a key of one format, with a name and an address`() throws {
    let ssh = try #require(
      read("signing: {ssh: KEY, name: Bot, email: bot@acme.dev}").value?.signing)
    #expect(ssh.format == .ssh && ssh.key == Secret("KEY"))
    #expect(ssh.name == "Bot" && ssh.email == "bot@acme.dev")
    let gpg = try #require(read("signing: {gpg: KEY}").value?.signing)
    #expect(gpg.format == .gpg && gpg.name == nil && gpg.email == nil)
    #expect(read("").value?.signing == nil)
  }

  @Test(arguments: [
    ("{}", "one of 'gpg' and 'ssh' is missing"),
    ("{gpg: a, ssh: b}", "'gpg' and 'ssh' exclude each other"),
    ("{ssh: a, name: Bot}", "'name' needs 'email'"),
    ("{ssh: a, email: bot}", "expected an email address"),
    ("{ssh: a, email: \"a b@c\"}", "expected an email address"),
    ("{ssh: a, email: a@b, name: \"<Bot>\"}", "without '<', '>' and line breaks"),
    ("{ssh: \"\"}", "an empty secret"), ("{ssh: $KEY}", "looks like a variable"),
  ])
  func `is not guessed`(value: String, expected: String) {
    #expect(messages(read("signing: \(value)")).contains(expected))
  }

  @Test func `needs an address for an App with an SSH key`() {
    let app =
      "kind: github, url: \"https://github.com/\", app: {id: 1, "
      + "private-key: \"-----BEGIN PRIVATE KEY-----\"}"
    #expect(
      messages(read("signing: {ssh: a}", forge: app)).contains(
        "error: 'email' is missing: an App (forge 'hub') has no address"))
    #expect(read("signing: {ssh: a, email: bot@acme.dev}", forge: app).findings.isEmpty)
    #expect(read("signing: {gpg: a}", forge: app).findings.isEmpty)
  }

  @Test(arguments: [
    ("kind: local, url: /srv", "'signing' has no effect on the forge 'hub'"),
    (
      "kind: azure-devops, url: \"https://dev.azure.com/acme\", token: t",
      "keeps the signatures of commits and shows nothing"
    ),
  ])
  func `is reported if it has no effect`(forge: String, expected: String) {
    #expect(messages(read("signing: {ssh: a}", forge: forge)).contains("note: "))
    #expect(messages(read("signing: {ssh: a}", forge: forge)).contains(expected))
  }
}

@Suite struct `The key sign-in` {
  private static let groups = "groups: {operator: [platform], viewer: all}"
  private static func oidc(_ more: String = groups, issuer: String = "https://id.acme.dev")
    -> String
  {
    "public-url: https://martlet.acme.dev\n"
      + "sign-in: {oidc: {issuer: \"\(issuer)\", client-id: martlet, client-secret: s, \(more)}}"
  }

  @Test func `has a provider and what its groups may do`() throws {
    let provider = try #require(read(Self.oidc()).value?.signIn?.provider)
    #expect(provider.issuer == "https://id.acme.dev" && provider.clientID == "martlet")
    #expect(provider.clientSecret == Secret("s") && provider.groupsClaim == "groups")
    #expect(provider.groups.scope(of: ["platform", "all"]) == .operator)
    #expect(provider.groups.scope(of: ["all"]) == .viewer)
    #expect(provider.groups.scope(of: ["other"]) == nil)
    #expect(provider.groups.scope(of: []) == nil)
    #expect(read("").value?.signIn == nil)
  }

  @Test(arguments: [
    (oidc("groups: {}"), "expected at least one group"),
    (oidc("groups: {admin: [a]}"), "unknown key 'admin'"),
    (oidc("groups-claim: roles"), "the key 'groups' is missing"),
    (oidc(groups + ", scopes: [\"a b\"]"), "expected a scope without spaces"),
    (oidc(issuer: "id.acme.dev"), "expected a URL"),
    (oidc(issuer: "https://id.acme.dev?a"), "an issuer has neither '?' nor '#'"),
    (
      String(oidc().split(separator: "\n")[1]),
      "'public-url' is missing: the provider sends people back to"
    ),
    (
      oidc().replacing("https://martlet", with: "http://martlet"),
      "people sign in over plain HTTP"
    ),
    ("sign-in: {}", "the key 'oidc' is missing"),
  ])
  func `is not guessed`(lines: String, expected: String) {
    #expect(messages(read(lines)).contains(expected), "\(messages(read(lines)))")
  }

  @Test func `lets the pages be reached from other machines without a token`() {
    #expect(!messages(read("listen: 0.0.0.0:8080")).isEmpty)
    #expect(read("listen: 0.0.0.0:8080\n" + Self.oidc()).findings.isEmpty)
  }
}
