import Ecosystem
import Git
import HTTP
import References
import TestSupport
import Testing
import Text
import Time

/// A commit hash for a short name: forty digits; that of `zero` has only decimal ones.
private func hash(_ name: some StringProtocol) -> String {
  let digits = name == "zero" ? "1" : "f" + name.utf8.map { String($0 % 16, radix: 16) }.joined()
  return digits + String(repeating: "0", count: 40 - digits.count)
}

/// Repositories by name: `"psf/black": "22.12.0=a 23.1.0=b"` has two tags.
private let repositories = [
  "psf/black": "22.12.0=a 23.1.0=b 24.1a1=c stable=b",
  "mirrors/mypy": "v0.991=a v1.0.0=b v1.10.0=c", "tools/two": "1.9=a 1.10=b",
  "tools/digits": "v1.0=zero",
  "tools/many": "lint-v1.0.0=a v3.0.0=a lint-v1.1.0=b v3.1.0=c",
  "tools/moving": "v1=b v1.0.0=a v1.1.0=b v2=c v2.0.0=c",
]

private let git = Git.Client(
  references: { remote throws(GitError) in
    let name = remote.split(separator: "/").suffix(2).joined(separator: "/")
    guard let list = repositories[name] else { throw GitError(.notFound, subject: remote) }
    return list.split(separator: " ").map { word in
      let parts = word.split(separator: "=")
      return Reference(name: "refs/tags/\(parts[0])", commit: hash(parts[1]))
    }
  },
  files: { _, _, _ throws(GitError) in [:] },
  times: { _, commits throws(GitError) in
    Dictionary(uniqueKeysWithValues: Set(commits).map { ($0, 1_700_000_000) })
  })

/// A package of npm and a gem.
private let registries = HTTP.Client { request throws(HTTPError) in
  let bodies = [
    "https://registry.npmjs.org/prettier": #"{"versions": {"2.8.8": {}, "3.1.0": {}}}"#,
    "https://registry.npmjs.org/@acme%2Fx": #"{"versions": {"1.0.0": {}, "1.1.0": {}}}"#,
    "https://rubygems.org/api/v1/versions/rubocop.json":
      #"[{"number": "1.50.0"}, {"number": "1.51.0"}]"#,
  ]
  guard let body = bodies[request.url] else { return Response(status: 404, url: request.url) }
  return Response(status: 200, body: Array(body.utf8), url: request.url)
}

/// Opens a configuration whose repositories are given as `NAME@REV`, with anything behind.
private func open(_ lines: String) async throws -> any OpenProject {
  let entries = lines.split(separator: "\n").map { line in
    let parts = line.split(separator: "@", maxSplits: 1)
    return "  - repo: https://github.com/\(parts[0])\n    rev: \(parts[1])\n    hooks: [{id: x}]\n"
  }
  return try await open(file: "repos:\n" + entries.joined())
}

private func open(file: String) async throws -> any OpenProject {
  let ecosystem = ReferenceEcosystem(.preCommit, EcosystemResources(http: registries, git: git))
  let tree = SourceTree(name: "app", files: [".pre-commit-config.yaml": file])
  let project = try #require(ecosystem.discover(in: tree.paths).first)
  return try await ecosystem.open(project, in: tree)
}

@Suite struct `A configuration of pre-commit` {
  @Test func `have the age of their tags' commits`() async throws {
    let project = try await open("tools/moving@v1.0.0")
    let dependency = try #require(try await project.dependencies().first)
    let newer = try await project.releases(of: dependency).filter { $0.step != nil }
    #expect(newer.map(\.version) == ["1.1.0", "2.0.0"])
    let times = await project.publicationTimes(of: newer.map(\.version), dependency)
    #expect(times.failure == nil)
    #expect(times.known.mapValues(\.seconds) == ["1.1.0": 1_700_000_000, "2.0.0": 1_700_000_000])
  }

  @Test(arguments: [
    ("psf/black@22.12.0", "23.1.0", "psf/black@23.1.0"),
    ("psf/black@'22.12.0' # why", "23.1.0", "psf/black@'23.1.0' # why"),
    // The number of components can change.
    ("mirrors/mypy@v0.991", "1.10.0", "mirrors/mypy@v1.10.0"),
    // YAML would read 1.10 as 1.1.
    ("tools/two@1.9", "1.10", "tools/two@\"1.10\""),
    // The comment of a frozen commit names the new tag.
    (
      "psf/black@\(hash("a"))  # frozen: 22.12.0", "23.1.0",
      "psf/black@\(hash("b"))  # frozen: 23.1.0"
    ),
  ])
  func `moves its revisions`(before: String, version: String, after: String) async throws {
    let project = try await open(before)
    let name = "https://github.com/\(before.prefix { $0 != "@" })"
    let goal = Goal.update([.init(name: name, version: version)], UpdateOptions())
    let change = try await project.change(toward: goal)
    let text = String(decoding: try #require(change.files.first?.after), as: UTF8.self)
    #expect(text.contains("    rev: \(after.drop { $0 != "@" }.dropFirst())\n"))
  }

  @Test func `lists repositories with hooks, and no packages of hooks`() async throws {
    let project = try await open(
      file: """
        repos:
          - repo: local
            hooks: [{id: a, additional_dependencies: [black==22.1.0]}]
          - repo: meta
            hooks: [{id: check-hooks-apply}]
          - repo: https://github.com/psf/black
            rev: 22.12.0
            hooks: [{id: black, additional_dependencies: [click==8.0.4]}]
          - repo: https://github.com/tools/none
            hooks: []
          - repo: ../relative
            rev: v1
          - repo: https://github.com/tools/two
            rev: 1.10

        """)
    let all = try await project.dependencies()
    #expect(
      all.map(\.name) == [
        "https://github.com/psf/black", "https://github.com/tools/none", "../relative",
        "https://github.com/tools/two",
      ])
    #expect(all[0].current == "22.12.0")
    #expect(
      all.map(\.problem?.message) == [
        nil, "has no rev", "isn't the address of a repository",
        "has a rev that YAML reads as a number",
      ])
    #expect(all[3].problem?.location?.description == ".pre-commit-config.yaml:14:10")
  }

  @Test func `moves packages of npm and gems that hooks add`() async throws {
    let text = """
      repos:
        - repo: https://github.com/psf/black
          rev: 24.1a1
          hooks:
            - id: a
              additional_dependencies: [prettier@2.8.8, "@acme/x@1.0.0", click==8.0.4, eslint]
        - repo: local
          hooks:
            - {id: b, language: ruby, additional_dependencies: ["rubocop:1.50.0"]}
            - {id: c, language: golang, additional_dependencies: [mvdan.cc/gofumpt@v0.1.0]}
            - {id: d, language: node, additional_dependencies: [a@^1]}

      """
    let project = try await open(file: text)
    let all = try await project.dependencies()
    #expect(
      all.map { "\($0.name) \($0.problem?.message ?? $0.current ?? "")" } == [
        "https://github.com/psf/black 24.1a1", "@acme/x 1.0.0", "prettier 2.8.8", "rubocop 1.50.0",
        "a@^1 isn't a package with an exact version",
      ])
    let targets = [("@acme/x", "1.1.0"), ("prettier", "3.1.0"), ("rubocop", "1.51.0")]
    let change = try await project.change(
      toward: .update(targets.map { .init(name: $0, version: $1) }, UpdateOptions()))
    let after = String(decoding: try #require(change.files.first?.after), as: UTF8.self)
    #expect(
      after
        == text.replacing("prettier@2.8.8", with: "prettier@3.1.0")
        .replacing("x@1.0.0", with: "x@1.1.0").replacing("cop:1.50.0", with: "cop:1.51.0"))
  }

  @Test func `proposes no moving tags for full ones`() async throws {
    let project = try await open("tools/moving@v1.0.0")
    let dependency = try #require(try await project.dependencies().first)
    let releases = try await project.releases(of: dependency)
    #expect(releases.map(\.version) == ["1.0.0", "1.1.0", "2.0.0"])
  }

  @Test func `pins tags on request`() async throws {
    let project = try await open("psf/black@23.1.0")
    let dependency = try #require(try await project.dependencies().first)
    let pinning = try #require(try await project.pinning(of: dependency))
    #expect(pinning.version == "23.1.0@\(hash("b"))")
    let goal = Goal.update(
      [.init(name: dependency.name, version: pinning.version)], UpdateOptions())
    let change = try await project.change(toward: goal)
    let text = String(decoding: try #require(change.files.first?.after), as: UTF8.self)
    #expect(text.contains("    rev: \(hash("b")) # 23.1.0\n"))
    #expect(change.moves.map(\.to) == [pinning.version])
  }

  @Test func `quotes a commit that YAML would read as a number`() async throws {
    let goal = Goal.update(
      [.init(name: "https://github.com/tools/digits", version: "1.0@\(hash("zero"))")],
      UpdateOptions())
    let change = try await open("tools/digits@v1.0").change(toward: goal)
    let text = String(decoding: try #require(change.files.first?.after), as: UTF8.self)
    #expect(text.contains("    rev: \"\(hash("zero"))\" # v1.0\n"))
  }

  @Test func `has a dependency for each major version of a repository`() async throws {
    let project = try await open("mirrors/mypy@v1.0.0\nmirrors/mypy@v0.991")
    let all = try await project.dependencies()
    #expect(
      all.map(\.id) == ["https://github.com/mirrors/mypy", "https://github.com/mirrors/mypy@0"])
    let change = try await project.change(
      toward: .update([all[1].target("1.10.0")], UpdateOptions()))
    let text = String(decoding: try #require(change.files.first?.after), as: UTF8.self)
    #expect(text.contains("rev: v1.0.0\n") && text.contains("rev: v1.10.0\n"))
  }

  @Test func `follows the tag of a frozen commit with a prefix`() async throws {
    let project = try await open("tools/many@\(hash("a"))  # frozen: lint-v1.0.0")
    let name = "https://github.com/tools/many"
    let goal = Goal.update([.init(name: name, version: "lint-v1.1.0")], UpdateOptions())
    let change = try await project.change(toward: goal)
    let text = String(decoding: try #require(change.files.first?.after), as: UTF8.self)
    #expect(text.contains("    rev: \(hash("b"))  # frozen: lint-v1.1.0\n"))
  }
}
