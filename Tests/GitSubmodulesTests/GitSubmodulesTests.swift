import Ecosystem
import Git
import TestSupport
import Testing
import Text
import Time
import Versioning

@testable import GitSubmodules

private let one = String(repeating: "1", count: 39) + "a"
private let two = String(repeating: "2", count: 39) + "b"
private let three = String(repeating: "3", count: 39) + "c"

/// The references of repositories: names with commits.
private let remotes = [
  "https://git.acme.dev/acme/kit.git": [
    "HEAD": two, "refs/heads/main": two, "refs/heads/next": three, "refs/tags/v1.0.0": one,
    "refs/tags/v1.1.0": two, "refs/tags/v2.0.0-rc.1": three, "refs/tags/nightly": three,
  ],
  "https://github.com/x/y": ["refs/heads/main": two],
]

private let git = Git.Client(
  references: { remote throws(GitError) in
    guard let found = remotes[remote] else { throw GitError(.notFound, subject: remote) }
    return found.sorted { $0.key < $1.key }.map { Reference(name: $0.key, commit: $0.value) }
  }, files: { _, _, _ in [:] }, times: { _, _ in [two: 1_700_000_000] })

/// Opens the submodules of a repository at `https://git.acme.dev/acme/app.git`.
private func open(
  _ text: String, at commits: [String: String],
  address: String? = "https://git.acme.dev/acme/app.git"
) async throws -> any OpenProject {
  var tree = SourceTree(name: "app", files: [".gitmodules": text])
  tree.submodules = commits
  tree.address = address
  let ecosystem = SubmoduleEcosystem(git: git)
  return try await ecosystem.open(try #require(ecosystem.discover(in: tree.paths).first), in: tree)
}

private func kit(_ more: String = "", url: String = "../kit.git") -> String {
  "[submodule \"kit\"]\n\tpath = vendor/kit\n\turl = \(url)\n\(more)"
}

@Suite struct `A submodule` {
  @Test func `at a tag moves to newer tags`() async throws {
    let project = try await open(kit(), at: ["vendor/kit": one])
    let dependency = try #require(try await project.dependencies().first)
    #expect(dependency.name == "vendor/kit" && dependency.current == "1.0.0")
    #expect(dependency.source == "https://git.acme.dev/acme/kit.git")
    #expect(dependency.location?.description == ".gitmodules:1:1")
    let releases = try await project.releases(of: dependency)
    #expect(releases.map(\.version) == ["1.0.0", "1.1.0", "2.0.0-rc.1"])
    #expect(releases.map(\.step) == [nil, .minor, .major])
    let times = await project.publicationTimes(of: ["1.1.0", "2.0.0-rc.1"], dependency)
    #expect(times.known.mapValues(\.seconds) == ["1.1.0": 1_700_000_000])
    let change = try await project.change(
      toward: .update([.init(name: "kit", version: "1.1.0")], UpdateOptions()))
    #expect(
      change.files == [
        FileChange(path: "vendor/kit", before: Array(one.utf8), after: Array(two.utf8))
      ])
    #expect(change.moves.map { "\($0.from ?? "-") \($0.to ?? "-")" } == ["1.0.0 1.1.0"])
    let identities = try await project.contentIdentities(in: change)
    #expect(identities == [ContentIdentity(package: "vendor/kit", version: "1.1.0", value: two)])
  }

  @Test(arguments: [("next", three), ("main", two)])
  func `moves to the head of the branch that the file names, even from a tag`(
    branch: String, head: String
  ) async throws {
    let project = try await open(kit("\tbranch = \(branch)\n"), at: ["vendor/kit": one])
    let dependency = try #require(try await project.dependencies().first)
    #expect(dependency.current == one && dependency.requirement == branch)
    let releases = try await project.releases(of: dependency)
    #expect(releases.map(\.version) == [head] && releases[0].step == .patch)
    for version in [nil, head] {
      let change = try await project.change(
        toward: .update([.init(name: "vendor/kit", version: version)], UpdateOptions()))
      #expect(change.files.map(\.after) == [Array(head.utf8)])
      #expect(change.moves.map(\.from) == [one])
      #expect(try await project.contentIdentities(in: change).isEmpty)
    }
  }

  @Test func `follows the default branch without a tag`() async throws {
    let project = try await open(kit(), at: ["vendor/kit": String(repeating: "d", count: 40)])
    let dependency = try #require(try await project.dependencies().first)
    #expect(try await project.releases(of: dependency).map(\.version) == [two])
  }

  @Test(
    arguments: [
      ("../kit.git", "https://h/a/app", "https://h/a/kit.git"),
      ("../../b/kit.git/", "https://h/a/app.git/", "https://h/b/kit.git"),
      ("../kit", "git@h:a/app.git", "git@h:a/kit"), ("../../kit", "git@h:a/app", "git@h:kit"),
      ("./sub", "https://h/a/app", "https://h/a/app/sub"),
      ("../../../kit", "https://h/a/app", nil), ("../kit", nil, nil),
      ("https://x/y", nil, "https://x/y"),
    ] as [(String, String?, String?)])
  func `has an address relative to the repository's`(
    url: String, base: String?, expected: String?
  ) throws {
    let file = try SubmodulesFile(SourceText(file: ".gitmodules", kit(url: url)))
    #expect(Submodule(file.entries[0], at: one, base: base).url == expected)
  }

  @Test(
    arguments: [
      (kit(), [:], "is a path in .gitmodules without a submodule in the tree"),
      (
        kit("\tbranch = gone\n"), ["vendor/kit": one],
        "follows the branch gone, which doesn't exist"
      ),
      (kit("\tbranch = .\n"), ["vendor/kit": one], "follows the branch that this repository is on"),
      (
        kit(url: "https://github.com/x/y"), ["vendor/kit": one],
        "has a repository without a default branch"
      ),
      (kit(url: "\"\""), ["vendor/kit": one], "has no url in .gitmodules"),
    ] as [(String, [String: String], String)])
  func `that isn't understood is refused`(
    text: String, commits: [String: String], message: String
  ) async throws {
    let dependencies = try await open(text, at: commits).dependencies()
    #expect(dependencies.map { $0.problem?.message } == [message])
    #expect(dependencies.map { $0.problem?.location?.line } == [1])
  }
}

@Suite struct `The file .gitmodules` {
  private func entries(_ text: String) throws(Problem) -> [SubmodulesFile.Entry] {
    try SubmodulesFile(SourceText(file: ".gitmodules", text)).entries
  }

  @Test func `is read as git reads it`() throws {
    let text = """
      # our parts
      [core] x
      [submodule "a \\"b\\""] path = "lib/a b" ; the first
        URL = https://h/a\\
      .git  # its home
        update
        Branch=main
      [submodule.old]
        path = old
      [submodule "no path"]
        url = x
      """
    let found = try entries(text)
    #expect(found.map(\.path) == ["lib/a b", "old"])
    #expect(found[0].url == "https://h/a.git" && found[0].branch == "main")
    #expect(found[0].location.description == ".gitmodules:3:1")
    #expect(found[1].url == nil)
  }

  @Test(arguments: [
    ("path = a", "a value before the first section"),
    ("[submodule \"a\n", "a text without its closing quote"),
    ("[submodule a]\n", "a header that isn't [name \"text\"]"),
    ("[submodule \"a\"]\n path = \"x\n", "a text without its closing quote"),
    ("[submodule \"a\"]\n path = \\x\n", "an escape that git doesn't know"),
    ("[submodule \"a\"]\n path x\n", "a name without '='"),
    ("[submodule \"a\"]\n ! = x\n", "a character that begins no name"),
  ]) func `is refused with the place of what git refuses`(text: String, reason: String) {
    let problem = #expect(throws: Problem.self) { try entries(text) }
    #expect(problem?.message == "isn't a configuration of git: \(reason)")
    #expect(problem?.location != nil)
  }

  @Test func `can't have two submodules at one path`() {
    let section = "[submodule \"x\"]\npath = a\n"
    #expect(throws: Problem.self) { try entries(section + "[submodule \"y\"]\npath = a\n") }
  }

  @Test func `survives noise`() {
    var generator = SeededGenerator(seed: 42)
    for _ in 0..<500 {
      let bytes = (0..<60).map { _ in
        Array("[]\"\\=#; \n\r\tsubmodule.pathurl\u{E9}".utf8).randomElement(using: &generator) ?? 0
      }
      _ = try? SubmodulesFile(SourceText(file: ".gitmodules", bytes: bytes))
    }
  }
}
