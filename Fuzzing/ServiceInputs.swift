import Advisories
import Changelogs
import Configuration
import Ecosystem
import Forges
import Git
import HTTP
import Logging
import NPM
import Text
import Versioning

/// The ecosystems that configuration files can name.
let ecosystems = EcosystemCatalog([.npm])

/// Fuzzes the responses of forges and advisory databases, and the configuration files.
enum ServiceInputs {
  /// Parses a repository's file, and itself as a preset of it.
  static func read(configuration bytes: [UInt8]) {
    let text = SourceText(file: ".github/martlet.yml", bytes: bytes)
    var reading = RepositoryReading(text, FileRules(of: text.file), ecosystems: ecosystems)
    while reading.wanted != nil { reading.add(text) }
    _ = reading.decoded()
    _ = RepositoryFile.read(
      SourceText(file: "dependabot.yml", bytes: bytes), ecosystems: ecosystems)
  }

  /// Converts a file as that of each other bot.
  static func convert(_ bytes: [UInt8]) {
    let file = { (name: String) in SourceText(file: name, bytes: bytes) }
    _ = importedRenovate(file("renovate.json5"), ecosystems: ecosystems)
    _ = importedMergify(file(".mergify.yml"), ecosystems: ecosystems)
    _ = importedSteward(file(".scala-steward.conf"), ecosystems: ecosystems)
  }

  /// Parses an OSV record, and evaluates it for a version of each package that it names.
  static func read(advisory bytes: [UInt8]) {
    guard let advisory = try? Advisory(bytes, from: "input", in: [.npm]) else { return }
    for block in advisory.affected {
      _ = advisory.hits("1.2.3", of: block.package)
      _ = advisory.ranges(of: block.package)
    }
  }

  /// Asks for advisories; each request gets this response.
  static func list(advisories bytes: [UInt8]) {
    let source = AdvisorySource(client: answering(bytes), ecosystems: [.npm])
    Inputs.wait {
      let version = AdvisedVersion(AdvisedPackage(.npm, "a"), "1.2.3")
      _ = await source.advisories(on: [version]).hits(on: version)
    }
  }

  private static let pacing = HostPacing(
    pace: .zero, longestWait: .zero, attempts: 1, sleep: { _ in })

  /// Asks GitHub for everything that a visit reads; each request gets this response.
  static func ask(gitHub bytes: [UInt8]) {
    guard
      let forge = GitHubForge(
        name: "hub", url: "https://github.com", as: .token(Secret("token")), by: answering(bytes),
        pacing: pacing)
    else { return }
    ask(forge)
  }

  /// Asks GitLab for everything that a visit reads; each request gets this response.
  static func ask(gitLab bytes: [UInt8]) {
    guard
      let forge = try? GitLabForge(
        connection(
          "https://lab.example", answering: bytes, git: Git.Options(cache: "/nonexistent")),
        pacing: pacing)
    else { return }
    ask(forge)
  }

  /// Asks Gitea for everything that a visit reads; each request gets this response.
  static func ask(gitea bytes: [UInt8]) {
    guard
      let forge = try? GiteaForge(
        .gitea, connection("https://tea.example", answering: bytes), pacing: pacing)
    else { return }
    ask(forge)
  }

  /// Asks Bitbucket for everything that a visit reads; each request gets this response.
  static func ask(bitbucket bytes: [UInt8]) {
    guard
      let forge = try? BitbucketForge(
        connection("https://bucket.example", answering: bytes), pacing: pacing)
    else { return }
    ask(forge)
  }

  /// Asks Azure DevOps for everything that a visit reads; each request gets this response.
  static func ask(azure bytes: [UInt8]) {
    guard
      let forge = try? AzureForge(
        connection("https://dev.azure.com/acme", answering: bytes), pacing: pacing)
    else { return }
    ask(forge)
  }

  /// Asks each kind of forge for an account, by a client.
  static func askAll(by client: HTTP.Client) async {
    let connection = ForgeConnection(
      name: "forge", url: "https://forge.example/x", credential: .token(Secret("token")),
      client: client, git: Git.Options(cache: "/nonexistent"))
    let forges: [(any Forge)?] = [
      try? GitLabForge(connection, pacing: pacing),
      try? GiteaForge(.gitea, connection, pacing: pacing),
      try? BitbucketForge(connection, pacing: pacing), try? AzureForge(connection, pacing: pacing),
    ]
    for forge in forges { _ = try? await forge?.identity() }
  }

  private static func connection(
    _ url: String, answering bytes: [UInt8], git: Git.Options? = nil
  ) -> ForgeConnection {
    ForgeConnection(
      name: "forge", url: url, credential: .token(Secret("token")), client: answering(bytes),
      git: git)
  }

  private static func ask(_ forge: any Forge) {
    guard let repository = RepositoryName("acme/app") else { return }
    Inputs.wait {
      _ = try? await forge.identity()
      _ = try? await forge.listing()
      _ = try? await forge.repository(repository)
      _ = try? await forge.branch("main", in: repository)
      _ = try? await forge.tree(at: "main", in: repository)
      _ = try? await forge.blob("a", limit: 1_000, in: repository)
      _ = try? await forge.commits(from: "main", to: "other", in: repository)
      _ = try? await forge.pullRequests(PullRequestQuery(), in: repository)
      _ = try? await forge.pullRequest(1, in: repository)
      _ = try? await forge.activity(since: nil, in: repository)
      _ = try? await forge.comments(on: 1, in: repository)
      _ = try? await forge.checks(of: "main", in: repository)
      _ = try? await forge.permission(of: "robin", in: repository)
      _ = try? await forge.checkSuites?.unfinishedSuites(of: "main", in: repository)
      _ = try? await forge.branchRules?.rules(of: "main", in: repository)
      _ = try? await forge.closings?.closer(of: 1, in: repository)
      _ = try? await forge.reviews?.changeRequests(on: 1, in: repository)
      _ = try? await forge.reactions?.reactors(to: 1, on: 1, in: repository)
      _ = try? await forge.labelling?.labels(in: repository)
      _ = try? await forge.grants?.missingGrants()
    }
  }

  /// Parses the body of a webhook as each event that matters.
  static func read(webhook bytes: [UInt8]) {
    let names = [
      "push", "pull_request", "pull_request_review", "check_run", "check_suite", "status",
      "issue_comment", "merge_group", "installation", "installation_repositories", "repository",
    ]
    for name in names {
      _ = try? WebhookEvent(gitHub: name, body: bytes)
      _ = try? WebhookEvent(gitea: name, body: bytes)
    }
    _ = try? WebhookEvent(gitLab: "System Hook", body: bytes)
  }

  /// Cleans release notes as a text and as a line.
  static func clean(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let base = LinkBase(page: "https://github.com/acme/app")
    _ = Sanitiser.clean(text, base: base)
    _ = Sanitiser.line(text, base: base)
  }

  /// Looks for release notes; each request gets this response.
  static func find(notes bytes: [UInt8]) {
    let finder = NotesFinder(client: answering(bytes))
    let source = PackageSource(name: "a", addresses: ["https://github.com/acme/app"])
    Inputs.wait {
      let notes = await finder.notes(
        for: source, from: "1.0.0", to: "2.0.0", order: VersionOrder(of: NPM.Version.self))
      _ = notes.markdown(limit: 60_000)
    }
  }

  private static func answering(_ bytes: [UInt8]) -> HTTP.Client {
    HTTP.Client { request in Response(status: 200, body: bytes, url: request.url) }
  }
}
