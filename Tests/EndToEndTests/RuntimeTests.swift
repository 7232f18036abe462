import JSON
import TestSupport
import Testing

/// A vulnerable package whose fix needs a newer runtime, in projects of npm and Bundler.
///
/// One loopback server is the registry, the gem index and the source of advisories.
@Suite(.serialized) struct `A fix that needs a newer runtime` {
  /// A project, and the file that states an old runtime.
  struct Project: Sendable, CustomTestStringConvertible {
    var testDescription: String { ecosystem }
    var ecosystem: String
    var files: [String: String]
    var lock: String
    var statement: (file: String, text: String)
    var reason: String
  }

  private static let npm = Project(
    ecosystem: "npm",
    files: [
      "package.json": "{\"dependencies\": {\"a\": \">=1.0.0\"}}\n",
      "package-lock.json": """
      {
        "lockfileVersion": 3,
        "requires": true,
        "packages": {
          "": {"dependencies": {"a": ">=1.0.0"}},
          "node_modules/a": {
            "version": "1.0.0",
            "resolved": "https://registry.npmjs.org/a/-/a-1.0.0.tgz"
          }
        }
      }

      """,
    ],
    lock: "package-lock.json", statement: (".nvmrc", "20\n"),
    reason: "needs Node >=24, but .nvmrc names 20")

  private static let bundler = Project(
    ecosystem: "bundler",
    files: [
      "Gemfile": "source \"https://rubygems.org\"\ngem \"a\"\n",
      "Gemfile.lock": """
      GEM
        remote: https://rubygems.org/
        specs:
          a (1.0.0)

      PLATFORMS
        ruby

      DEPENDENCIES
        a

      BUNDLED WITH
         2.7.2

      """,
    ],
    lock: "Gemfile.lock", statement: (".ruby-version", "3.2.2\n"),
    reason: "needs Ruby >= 3.4, but .ruby-version names 3.2.2")

  fileprivate static let all = [npm, bundler]

  private let server: LoopbackServer

  init() throws {
    server = try LoopbackServer { request in
      switch request.path {
      case "/npm/a": .text(Self.packument)
      case "/gem/info/a": .text(Self.info)
      case "/v1/querybatch": .text(Self.findings)
      case "/v1/vulns/T-1": .text(Self.advisory)
      default: .status(404)
      }
    }
  }

  private static let packument = """
    {"name": "a", "dist-tags": {"latest": "2.0.0"}, "versions": {
      "1.0.0": {"name": "a", "version": "1.0.0", "dist": {
        "tarball": "https://registry.npmjs.org/a/-/a-1.0.0.tgz",
        "shasum": "0000000000000000000000000000000000000000"}},
      "2.0.0": {"name": "a", "version": "2.0.0", "engines": {"node": ">=24"}, "dist": {
        "tarball": "https://registry.npmjs.org/a/-/a-2.0.0.tgz",
        "shasum": "1111111111111111111111111111111111111111"}}}}
    """

  private static let info = "---\n1.0.0 |\n2.0.0 |ruby:>= 3.4\n"

  private static let findings = """
    {"results": [{"vulns": [{"id": "T-1", "modified": "2026-01-01T00:00:00Z"}]}]}
    """

  private static let advisory = """
    {"id": "T-1", "modified": "2026-01-01T00:00:00Z", "summary": "bad", "affected": [
      {"package": {"ecosystem": "npm", "name": "a"},
       "ranges": [{"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"fixed": "2.0.0"}]}]},
      {"package": {"ecosystem": "RubyGems", "name": "a"},
       "ranges": [{"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"fixed": "2.0.0"}]}]}]}
    """

  private var configuration: String {
    """
    mirrors:
      - {from: "https://registry.npmjs.org/", to: "\(server.url())npm/"}
      - {from: "https://rubygems.org/", to: "\(server.url())gem/"}
      - {from: "https://api.osv.dev/", to: "\(server.url())"}

    """
  }

  private func say(
    _ words: String..., for project: Project, stating isStated: Bool
  ) async throws -> String {
    var files = ["martlet.yml": configuration]
    for (name, text) in project.files { files["app/" + name] = text }
    if isStated { files["app/" + project.statement.file] = project.statement.text }
    let folder = try Folder(files)
    let outcome = try await Program.run(
      words + ["--config", "martlet.yml", "--log-level", "error"], in: folder.path)
    #expect(outcome.code == 0, "\(outcome.error)")
    return outcome.out
  }

  @Test(arguments: all)
  func `is proposed if no file states a runtime`(project: Project) async throws {
    let check = try await say("check", "app", for: project, stating: false)
    #expect(check.contains("2.0.0   2.0.0   outdated"))
    #expect(check.contains("2.0.0 is the lowest newer version without an advisory\n"))
    let why = try await say("why", "app", "a", for: project, stating: false)
    #expect(why.contains("no file names a version, so no release is held back because of it."))
    #expect(!why.contains("is held back:"))
  }

  @Test(arguments: all)
  func `is reported as held back with its reason if a file states an older one`(
    project: Project
  ) async throws {
    let check = try await say("check", "app", for: project, stating: true)
    let why = try await say("why", "app", "a", for: project, stating: true)
    for said in [check, why] {
      #expect(said.contains("2.0.0 would fix it but is held back: it \(project.reason)"))
      #expect(said.contains("without an advisory; a is affected by T-1;"))
    }
  }

  @Test(.needsFakeHost, arguments: all, [false, true])
  func `is treated the same by run`(project: Project, isStated: Bool) async throws {
    let hub = try await FakeHub.fresh(for: #fileID)
    var files = project.files
    if isStated { files[project.statement.file] = project.statement.text }
    files[".github/dependabot.yml"] = """
      version: 2
      updates:
        - package-ecosystem: \(project.ecosystem)
          directory: /
          schedule: {interval: daily}
          open-pull-requests-limit: 0

      """
    try await hub.found("acme/app", files)
    let mirrors = configuration.split(separator: "\n").dropFirst().joined(separator: "\n")
    let folder = try Folder(["martlet.yml": HubFiles.configuration(hub.url) + mirrors + "\n"])
    let outcome = try await Program.run(
      "run", "--config", "martlet.yml", "--log-level", "error", in: folder.path,
      environment: ["TOKEN": "github_pat_fixed"])
    #expect(outcome.code == 0, "\(outcome.error)")
    if isStated {
      let reason = "2.0.0 would fix it but is held back: it \(project.reason)"
      #expect(outcome.out.contains(reason), "\(outcome.out)")
    } else {
      #expect(outcome.out.contains("a: opened #1 for 2.0.0"), "\(outcome.out)")
      let state = try await hub.state("acme/app")
      let branch = state["branches"]?.object?.members.first { $0.key != "main" }?.key ?? ""
      #expect(state["files"]?[branch]?[project.lock]?.string?.contains("2.0.0") == true)
    }
    #expect(try await hub.violations().isEmpty)
  }
}

/// A vulnerable Swift package whose fix has a manifest for newer tools.
extension `A fix that needs a newer runtime` {
  /// A fake with the library and its advisory, and the application's files.
  private func scene(stating version: String?) async throws -> (
    hub: FakeHub, files: [String: String]
  ) {
    let hub = try await FakeHub.fresh(for: #fileID)
    let answer = try await hub.control(
      "upstream",
      [
        "full_name": "birds/aster", "files": ["Package.swift": .string(HubFiles.library("aster"))],
        "versions": [
          ["version": "1.0.0", "date": "2026-01-02T00:00:00Z"],
          [
            "version": "1.1.0", "date": "2026-01-03T00:00:00Z",
            "files": ["Package.swift": .string(Self.newManifest)],
          ],
        ],
      ])
    let pins = ["aster": try #require(answer["tags"]?["v1.0.0"]?.string)]
    let rules = HubFiles.dependabot("open-pull-requests-limit: 0\n")
    var files = HubFiles.application(pins, dependabot: rules)
    files[".swift-version"] = version.map { $0 + "\n" }
    try await hub.control("advisories", Self.swiftAdvisory)
    return (hub, files)
  }

  /// What a command says; `run` reads the application from the fake, the others from a folder `app`.
  private func say(_ words: String..., stating version: String?) async throws -> String {
    let (hub, files) = try await scene(stating: version)
    try await hub.found("acme/app", files)
    let mirror = "  - {from: \"https://api.osv.dev/\", to: \"\(hub.url)/\"}\n"
    var local = ["martlet.yml": HubFiles.configuration(hub.url) + mirror]
    for (name, text) in files { local["app/" + name] = text }
    let folder = try Folder(local)
    let outcome = try await Program.run(
      words + ["--config", "martlet.yml", "--log-level", "error"], in: folder.path,
      environment: ["TOKEN": "github_pat_fixed"])
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(try await hub.violations().isEmpty)
    return outcome.out
  }

  private static let newManifest = HubFiles.library("aster").replacing(
    "swift-tools-version: 5.9", with: "swift-tools-version: 6.2")

  private static let swiftAdvisory: Value = [
    "id": "T-2", "modified": "2026-01-01T00:00:00Z", "summary": "bad",
    "affected": [
      [
        "package": ["ecosystem": "SwiftURL", "name": "github.com/birds/aster"],
        "ranges": [["type": "ECOSYSTEM", "events": [["introduced": "0"], ["fixed": "1.1.0"]]]],
      ]
    ],
  ]

  @Test(.needsFakeHost)
  func `of a Swift package is proposed if no file names a version`() async throws {
    let run = try await say("run", stating: nil)
    #expect(run.contains("aster: opened #1 for 1.1.0"), "\(run)")
    let check = try await say("check", "app", stating: nil)
    #expect(check.contains("1.1.0   1.1.0   outdated"), "\(check)")
    #expect(check.contains("1.1.0 is the lowest newer version without an advisory\n"), "\(check)")
    let why = try await say("why", "app", "aster", stating: nil)
    #expect(why.contains("no file names a version."), "\(why)")
    #expect(!why.contains("held back"), "\(why)")
  }

  @Test(.needsFakeHost)
  func `of a Swift package is reported as held back if a file names an older one`() async throws {
    let reason = "1.1.0 would fix it but is held back: it needs Swift tools 6.2"
    let said = [
      try await say("run", stating: "6.0"), try await say("check", "app", stating: "6.0"),
      try await say("why", "app", "aster", stating: "6.0"),
    ]
    for text in said {
      #expect(text.contains(reason) && text.contains(".swift-version names 6.0"), "\(text)")
    }
  }
}
