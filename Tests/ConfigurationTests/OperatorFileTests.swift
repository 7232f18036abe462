import Addresses
import Configuration
import Ecosystem
import Forges
import Logging
import NPM
import Testing
import Text
import Time
import Versioning

private let forges = """
  forges:
    - {name: hub, kind: github, url: "https://github.com/", token: "${env:TOKEN}", repositories: [acme/*]}

  """

private let pem = "-----BEGIN RSA PRIVATE KEY-----\nKEY\n-----END RSA PRIVATE KEY-----"

private func read(_ text: String) -> Decoded<OperatorFile> {
  OperatorFile.read(
    SourceText(file: "martlet.yml", text), ecosystems: ecosystems,
    placeholders: .resolved(
      environment: { ["TOKEN": "hunter2", "PORT": "8080"][$0] },
      file: { ["/pem": pem + "\n", "/other": "KEY\n"][$0] }))
}

private func findings(_ text: String) -> [String] {
  read(text).findings.map { $0.description.replacing("martlet.yml:", with: "") }
}

/// A right file with a line more.
private func with(_ line: String) -> String { forges + line }

/// A file with one forge of these keys.
private func forge(_ keys: String, _ repository: String = "a/b") -> String {
  "forges:\n  - {name: h, repositories: [\(repository)], \(keys)}\n"
}

struct `An operator's file` {
  @Test func `a platform is a text or a mapping`() throws {
    let key = try #require(EcosystemDescription.npm.toolchain.first { $0.form == .platform })
    for platform in ["linux-x64-musl", "{os: linux, cpu: x64, libc: musl}"] {
      let file = try #require(read(with("toolchains: {platform: \(platform)}\n")).value)
      #expect(file.toolchains[key] == "linux-x64-musl")
    }
  }

  @Test func `a registry can be the default for repositories`() throws {
    let file = try #require(
      read(
        with("registries: [{url: \"https://npm.acme.dev\", default-for: [acme/*, \"!acme/x\"]}]\n")
      ).value)
    #expect(file.defaultRegistry(for: "acme/web") == "https://npm.acme.dev/")
    #expect(file.defaultRegistry(for: "acme/x") == nil)
    #expect(file.defaultRegistry(for: "other/web") == nil)
    #expect(file.defaultRegistry(for: nil) == nil)
  }

  @Test func `a fork is skipped unless it is named or included`() throws {
    let text = forges.replacing("[acme/*]", with: "[acme/*, acme/named]")
    let skipping = try #require(read(text).value)
    #expect(skipping.skipsFork("acme/copy", on: "hub"))
    #expect(!skipping.skipsFork("acme/named", on: "hub"))
    let including = try #require(read(text + "forks: include\n").value)
    #expect(!including.skipsFork("acme/copy", on: "hub"))
    #expect(
      findings(with("forks: all")) == ["3:8: error: expected one of include, skip, found 'all'"])
  }

  @Test func `brackets in a pattern of repositories are refused`() {
    #expect(findings(forge("kind: local, url: /srv", "\"a/[bc]*\"")).count == 1)
  }

  @Test func `the least file has defaults`() throws {
    let file = try #require(read(forges).value)
    #expect(file.state == .sqlite(path: "martlet.db"))
    #expect(file.forges[0].url == "https://github.com")
    #expect(file.forges[0].credential == .token(Secret("hunter2")))
    #expect(file.listen == ListenAddress(host: "127.0.0.1", port: 8080))
    #expect(file.schedule.interval == .daily)
    #expect(file.defaults == nil)
    #expect(file.log.level == .info)
    #expect(file.toolchains == Toolchain())
  }

  @Test func `mirrors stand for whole segments of an address`() throws {
    let line = "mirrors: [{from: \"https://git.example/acme\", to: \"https://mirror.example/x\"}]\n"
    let file = try #require(read(with(line)).value)
    let mapped = ["acme/a.git", "acme", "acme-other/a", "other"].map {
      file.mirrored("https://git.example/" + $0)
    }
    #expect(
      mapped == [
        "https://mirror.example/x/a.git", "https://mirror.example/x",
        "https://git.example/acme-other/a", "https://git.example/other",
      ])
  }

  @Test(arguments: [
    ("https://GitHub.com/Acme/a", "https://mirror.example/x/a"),
    ("HTTPS://github.COM/Acme", "https://mirror.example/x"),
    ("https://github.com/acme/a", "https://github.com/acme/a"),
    ("git@GitHub.com:Acme/a", "git@GitHub.com:Acme/a"),
  ])
  func `a host is the same in capitals, a path is not`(url: String, mirrored: String) throws {
    let line = "mirrors: [{from: \"https://GITHUB.com/Acme\", to: \"https://mirror.example/x\"}]\n"
    let file = try #require(read(with(line)).value)
    #expect(file.mirrored(url) == mirrored)
  }

  @Test(arguments: [
    ("Git.Acme.dev", "git.acme.dev"), ("localhost", "localhost"), ("10.0.0.7", "10.0.0.7"),
    ("'[::1]'", "::1"), ("'fd00::7'", "fd00::7"), ("my_host-2", "my_host-2"),
  ])
  func `hosts on private addresses are kept as requests name them`(
    text: String, host: String
  ) throws {
    let file = try #require(read(with("network: {allow-private: [\(text)]}\n")).value)
    #expect(file.allowedPrivate.hosts == [host])
  }

  @Test(arguments: [
    "10.0.0.0/99", "10.0.0.1/8", "10.0.0.0/", "/8", "10/8", "10.0.0.0/8/8", "10.0.0.0/+8",
    "'fd00::1/8'", "'fd00::/129'", "a.dev/8", "10.0.0.256", "10.0.1", "127.0.0.1:80",
    "https://a.dev", "'*.acme.dev'", "'a b'", "a..b", "'[::1'", "'1:2'", "''",
  ])
  func `a name that no request uses is not a host`(text: String) {
    let found = findings(with("network: {allow-private: [a.dev, \(text)]}\n"))
    let expected = "3:34: error: expected a host, an address such as 127.0.0.1 or a network "
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix(expected) == true, "\(found)")
  }

  @Test(
    arguments: [
      ("10.0.0.0/8", [[10, 255, 0, 1]], [[11, 0, 0, 1], [9, 255, 255, 255]]),
      (
        "172.16.0.0/12", [[172, 31, 255, 255], [172, 16, 0, 0]],
        [[172, 32, 0, 0], [172, 15, 0, 0]]
      ),
      ("127.0.0.1/32", [[127, 0, 0, 1]], [[127, 0, 0, 2]]),
      ("0.0.0.0/0", [[8, 8, 8, 8]], []),
      (
        "'fd00::/8'", [[0xFD] + Array(repeating: 7, count: 15)],
        [[0xFC] + Array(repeating: 7, count: 15)]
      ),
      (
        "'::1/128'", [Array(repeating: 0, count: 15) + [1]],
        [Array(repeating: 0, count: 16), [0, 0, 0, 1]]
      ),
      ("10.0.0.0/8", [Array(repeating: 0, count: 10) + [0xFF, 0xFF, 10, 1, 2, 3]], [[10], []]),
    ] as [(String, [[UInt8]], [[UInt8]])])
  func `a network is all of its addresses`(
    text: String, inside: [[UInt8]], outside: [[UInt8]]
  ) throws {
    let file = try #require(read(with("network: {allow-private: [\(text)]}\n")).value)
    let network = try #require(file.allowedPrivate.networks.first)
    #expect(file.allowedPrivate.hosts.isEmpty)
    for address in inside { #expect(network.contains(address), "\(address)") }
    for address in outside { #expect(!network.contains(address), "\(address)") }
  }

  @Test(
    arguments: [
      ("sqlite:x.db", []),
      ("postgres://u@h/d", ["postgres://u@h/d"]),
      ("postgres://u:hunter22@h:5432/d", ["postgres://u:hunter22@h:5432/d", "hunter22"]),
      ("postgresql://h/d?a=b:c@d", ["postgresql://h/d?a=b:c@d"]),
    ])
  func `the state's address hides its password`(state: String, hidden: [String]) throws {
    let file = try #require(read(with("state: \"\(state)\"\n")).value)
    #expect(file.state.secrets.map { $0.reveal() } == hidden)
  }

  @Test func `placeholders are resolved inside any value`() throws {
    let text = forges + "listen: 127.0.0.1:${env:PORT}\nstate: sqlite:/var/${env:TOKEN}/x.db\n"
    let file = try #require(read(text).value)
    #expect(file.listen.port == 8080)
    #expect(file.state == .sqlite(path: "/var/hunter2/x.db"))
    let app = try #require(
      read(forge("kind: github, url: \"https://h\", app: {id: 1, private-key: \"${file:/pem}\"}"))
        .value)
    #expect(app.forges[0].credential == .app(id: 1, privateKey: Secret(pem)))
  }

  @Test(arguments: [
    "listen: 127.0.0.1:80", "listen: 127.8.8.8:80", "listen: \"[::1]:80\"", "listen: localhost:80",
    "listen: 0.0.0.0:80\npages: {token: hunter2}",
    "listen: \":80\"\npages: {token: \"${env:TOKEN}\"}",
  ])
  func `pages are open on this machine only`(lines: String) {
    #expect(read(with(lines + "\n")).findings == [])
  }

  @Test func `the public addresses are one or several`() throws {
    let one = try #require(read(with("public-url: https://martlet.acme.dev\n")).value)
    #expect(one.publicURLs == ["https://martlet.acme.dev"])
    let two = try #require(read(with("public-url: [https://a.dev, http://b:81]\n")).value)
    #expect(two.publicURLs == ["https://a.dev", "http://b:81"])
  }

  @Test func `a secret shows nowhere`() throws {
    let text =
      forges + """
        registries:
          - {url: "https://user:hunter2@x.dev", token: [hunter2]}
          - {url: hunter2, username: hunter2}
        state: hunter2
        """
    var described = ""
    dump(read(text), to: &described)
    dump(read(forges), to: &described)
    #expect(described.contains("martlet.yml"))
    #expect(!described.contains("hunter2"))
  }

  static let complaints: [(String, String)] = [
    ("state: x\n", "1:8: error: expected sqlite:PATH or postgres://USER@HOST/DATABASE"),
    ("forges: []\n", "1:9: error: expected at least one forge"),
    (with("stat: x\n"), "3:1: error: unknown key 'stat'; did you mean 'state'?"),
    (
      with("listen: 8080\n"),
      "3:9: error: expected an address such as 127.0.0.1:8080, or :8080 for all addresses, found '8080'"
    ),
    (
      with("listen: \":8080\"\n"),
      "3:9: error: 0.0.0.0:8080 can be reached from other machines, and the pages have no token; "
        + "set 'pages: {token: ...}'"
    ),
    (
      with("listen: \"[::]:80\"\npages: {}\n"),
      "3:9: error: [::]:80 can be reached from other machines, and the pages have no token; "
        + "set 'pages: {token: ...}'"
    ),
    (
      with("listen: martlet.acme.dev:80\n"),
      "3:9: error: martlet.acme.dev:80 can be reached from other machines, and the pages have no "
        + "token; set 'pages: {token: ...}'"
    ),
    (
      with("public-url: martlet.acme.dev\n"),
      "3:13: error: expected a URL such as https://registry.example/"
    ),
    (with("listen: a:${env:NONE}\n"), "3:9: error: the environment has no variable NONE"),
    (with("cache: ${file:/none}\n"), "3:8: error: the file /none cannot be read"),
    (
      with("cache: ${x}\n"),
      "3:8: error: unknown placeholder '${x}'; known are ${env:NAME} and ${file:PATH}"
    ),
    (with("cache: ${env:A\n"), "3:8: error: '${' without its '}'"),
    (
      with("toolchains: {platform: macOS}\n"),
      "3:24: error: expected a platform such as darwin-arm64 or linux-x64-musl, found 'macOS'"
    ),
    (
      with("toolchains: {platform: {os: darwin}}\n"), "3:24: error: the key 'cpu' is missing"
    ),
    (
      with("registries: [{url: \"https://a/\", type: rubygems-server, default-for: [a/b]}]\n"),
      "3:70: error: 'default-for' is for the type 'npm-registry' alone"
    ),
    (
      with("toolchains: {swift: x}\n"),
      "3:21: error: expected a version such as 10.8.2, found 'x'"
    ),
    (
      with("mirrors: [{from: \"https://a/\", to: \"https://b\"}]\n"),
      "3:36: error: 'from' and 'to' must both end in a slash, or neither"
    ),
    (
      with(
        """
        mirrors:
          - {from: "https://a.dev/b", to: "https://c"}
          - {from: "https://a.dev/B", to: "https://c"}
          - {from: "https://A.dev/b", to: "https://d"}

        """),
      "6:12: warning: a second mirror for this URL; the one at line 4 counts"
    ),
    (
      with("schedule: {interval: cron, cronjob: \"0 0 30 2 *\"}\n"),
      "3:37: error: this schedule matches no date and would never run"
    ),
    (
      with("registries: [{url: \"https://a\", username: x}]\n"),
      "3:14: error: 'username' and 'password' go together"
    ),
    (
      with("registries: [{url: \"https://a\", type: git, private-packages: [x]}]\n"),
      "3:62: error: 'private-packages' are for registries of RubyGems and npm"
    ),
    (
      with("registries: [{url: \"http://a\", token: x}]\n"),
      "3:20: warning: the credential goes over the wire in the clear"
    ),
    (with("defaults: {patterns: [a]}\n"), "3:12: error: unknown key 'patterns'; known here: "),
    (forge("kind: github, url: \"https://h\""), "2:5: error: one of 'token' and 'app' is missing"),
    (
      forge("kind: gitea, url: h, token: x"),
      "2:54: error: expected a URL such as https://registry.example/, found something else"
    ),
    (
      forge("kind: gitlab, url: \"https://h\", app: {id: 1, private-key: x}"),
      "2:73: error: 'app' is for the kind 'github' alone"
    ),
    (
      forge("kind: github, url: \"https://h\", app: {id: 1, private-key: \"${file:/other}\"}"),
      "2:94: error: not a private key in PEM, which begins with -----BEGIN … PRIVATE KEY-----"
    ),
    (
      forge("kind: github, url: \"https://h\", token: $MARTLET_TOKEN"),
      "2:75: error: looks like a variable, which nothing expands here; write "
        + "\"${env:MARTLET_TOKEN}\""
    ),
    (
      forge("kind: github, url: \"https://h\", token: x, webhook-secret: \"%HOOK%\""),
      "2:94: error: looks like a variable, which nothing expands here; write \"${env:HOOK}\""
    ),
    (
      forge("kind: github, url: \"https://api.github.com\", token: x"),
      "2:55: error: this is not the address of GitHub's pages; write https://github.com"
    ),
    (
      forge("kind: github, url: \"https://ghe.dev/api/v3/\", token: x"),
      "2:55: error: this is not the address of GitHub's pages; write https://ghe.dev"
    ),
    (
      forge("kind: github, url: \"https://github.com/acme\", token: x"),
      "2:55: error: this is not the address of GitHub's pages; write https://github.com"
    ),
    (
      with("registries: [{url: \"https://a\", token: x, repositories: []}]\n"),
      "3:57: error: expected at least one repository"
    ),
    (
      with("registries: [{url: \"https://a\", repositories: [a/b]}]\n"),
      "3:47: note: 'repositories' has no effect without a credential"
    ),
    (
      forge("kind: github, url: \"https://h\", token: x", "acme"),
      "2:30: error: expected a repository such as acme/app, acme/* or \"!acme/attic\", found 'acme'"
    ),
  ]

  @Test(arguments: complaints)
  func `a mistake is reported with its location`(text: String, expected: String) {
    #expect(findings(text).contains { $0.hasPrefix(expected) }, "\(findings(text))")
  }

  @Test func `a check looks up what this machine has, and leaves the rest open`() {
    let text = forge(
      "kind: github, url: \"https://h\", app: {id: 1, private-key: \"${file:/a}\"}, "
        + "webhook-secret: \"${env:UNSET}\"")
    let source = SourceText(file: "martlet.yml", text)
    let found = { (content: String?) in
      check(
        source, ecosystems: ecosystems,
        placeholders: .available(environment: { _ in nil }, file: { _ in content })
      ).map(\.severity)
    }
    #expect(found(nil) == [])
    #expect(found(pem) == [])
    #expect(found("ssh-rsa AAAA") == [.error])
  }

  @Test func `a registry's credential serves the repositories that it names`() throws {
    let line =
      "registries: [{url: \"https://a\", token: x, repositories: [acme/*, \"!acme/attic\"]}, "
      + "{url: \"https://b\", token: y}, {url: \"https://c\", repositories: [acme/*]}]\n"
    let file = try #require(read(with(line)).value)
    #expect(file.registriesClosed(to: "acme/app") == [])
    #expect(file.registriesClosed(to: "acme/attic") == [0])
    #expect(file.registriesClosed(to: "umbra/app") == [0])
    #expect(file.registriesClosed(to: nil) == [0])
  }

  @Test func `a local forge needs no credential`() throws {
    let file = try #require(read(forge("kind: local, url: /srv/git")).value)
    #expect(file.forges[0].credential == nil)
    #expect(file.forges[0].url == "/srv/git")
  }

  @Test func `a check looks nothing up, and knows the kind of a file by its content`() {
    let text = forges + "listen: 0.0.0.0:${env:UNSET}\n"
    #expect(check(SourceText(file: "x.yml", text), ecosystems: ecosystems) == [])
    #expect(FileKind(of: SourceText(file: "x.yml", text)) == .operator)
    #expect(FileKind(of: SourceText(file: "x.yml", "version: 2")) == .repository)
    #expect(FileKind(of: SourceText(file: ".github/dependabot.yml", "[")) == .repository)
    #expect(FileKind(of: SourceText(file: "x.yml", "a: 1")) == nil)
  }

  @Test func `defaults without an ecosystem are limited to the allowed ones`() throws {
    let text = forges + "defaults: {schedule: {interval: daily}}\nlimits: {ecosystems: [npm]}\n"
    let settings = try #require(read(text).value)
    let entry = try #require(settings.narrowedDefaults)
    let covered = ecosystems.descriptions.map(\.id).filter { id in
      entry.covers(Project(ecosystem: id, directory: "/", manifest: "m", lock: nil))
    }
    #expect(covered == [EcosystemID("npm")])
  }

  @Test func `a repository's file never widens what the operator allows`() throws {
    let limits = """
      limits: {ecosystems: [npm], open-pull-requests: 2, automerge: [patch], cooldown-days: 5}
      """
    let file = try #require(read(forges + limits).value)
    let repository = RepositoryFile.read(
      SourceText(
        file: "d.yml",
        """
        version: 2
        updates:
          - package-ecosystem: npm
            directory: /
            schedule: {interval: daily}
            automerge: {update-types: [patch, major]}
            cooldown: {default-days: 1, semver-major-days: 9, exclude: [x]}
          - {package-ecosystem: swift, directory: /, schedule: {interval: daily}}
        """), ecosystems: ecosystems)
    let narrowed = repository.narrowed(by: file)
    let entry = try #require(narrowed.value?.updates.first)
    #expect(narrowed.value?.updates.count == 1)
    #expect(entry.openPullRequestsLimit == 2)
    #expect(entry.automerge?.updateTypes == [.patch])
    #expect(entry.cooldown.days(for: "a", step: .minor) == 5)
    #expect(entry.cooldown.days(for: "a", step: .major) == 9)
    #expect(entry.cooldown.days(for: "x", step: .major) == 5)
    #expect(
      narrowed.findings.map(\.description) == [
        "d.yml:3:5: note: at most 2 open pull requests are allowed here",
        "d.yml:3:5: note: steps that don't merge by themselves here: major",
        "d.yml:3:5: note: releases wait at least 5 days here",
        "d.yml:8:5: note: 'swift' is switched off here: the entry is skipped",
      ])
    let unlimited = try #require(read(forges).value)
    #expect(repository.narrowed(by: unlimited) == repository)
  }
}
