import Ecosystem
import Git
import HTTP
import Testing
import Text
import Versioning

@testable import References

private let tags = [
  "https://github.com/realm/SwiftLint.git": ["0.50.0", "0.57.0", "0.58.0-rc.1", "0.58.2"],
  "https://github.com/x/Gen.git": ["v1.2.0", "v2.0.0", "nightly"],
]

private let noServer = HTTP.Client { request throws(HTTPError) in Response(status: 404) }

private func open(_ text: String) async throws -> any OpenProject {
  let git = Git.Client(
    references: { remote throws(GitError) in
      guard let found = tags[remote] else { throw GitError(.notFound, subject: remote) }
      return found.map { Reference(name: "refs/tags/\($0)", commit: "commit") }
    }, files: { _, _, _ in [:] })
  let mint = ReferenceEcosystem(.mint, EcosystemResources(http: noServer, git: git))
  let tree = SourceTree(name: "app", files: ["Mintfile": text])
  return try await mint.open(try #require(mint.discover(in: tree.paths).first), in: tree)
}

private func after(_ text: String, _ name: String, _ version: String) async throws -> String? {
  let goal = Goal.update([.init(name: name, version: version)], UpdateOptions())
  let change = try await open(text).change(toward: goal)
  return change.files.first?.after.map { String(decoding: $0, as: UTF8.self) }
}

@Suite struct `A Mintfile` {
  @Test func `names at most 5,000 packages`() throws {
    func entries(_ count: Int) throws(Problem) -> Int {
      let text = (0..<count).map { "a/b\($0)@1.0.0\n" }.joined()
      return try Mintfile(SourceText(file: "Mintfile", text)).entries.count
    }
    #expect(try entries(5_000) == 5_000)
    #expect(throws: Problem.self) { try entries(30_000) }
  }

  @Test func `has a package in each line`() throws {
    let text = """
      # tools
      realm/SwiftLint@0.57.0   # the linter
      git@example.com:tools/format.git @ v1.2

      example.com/a/b
      x/Gen@main
      x/Gen@v1.2.0
      """
    let entries = try Mintfile(SourceText(file: "Mintfile", text)).entries
    #expect(
      entries.map { "\($0.name) \($0.version ?? "-") \($0.url)" } == [
        "realm/SwiftLint 0.57.0 https://github.com/realm/SwiftLint.git",
        "git@example.com:tools/format v1.2 git@example.com:tools/format.git",
        "example.com/a/b - https://example.com/a/b.git", "x/Gen main https://github.com/x/Gen.git",
      ])
    #expect(entries[1].location.description == "Mintfile:3:1")
  }

  @Test func `moves a tag in place, with its style`() async throws {
    let text = "realm/SwiftLint@0.57.0 # linter\nx/Gen  @  v1.2.0\n"
    #expect(
      try await after(text, "SwiftLint", "0.58.2")
        == "realm/SwiftLint@0.58.2 # linter\nx/Gen  @  v1.2.0\n")
    #expect(
      try await after(text, "x/Gen", "2.0.0")
        == "realm/SwiftLint@0.57.0 # linter\nx/Gen  @  v2.0.0\n")
    #expect(try await after(text, "x/Gen", "v1.2.0") == nil)
  }

  @Test func `lists newer tags of the same style`() async throws {
    let project = try await open("realm/SwiftLint@0.50.0\nx/Gen@nightly\n")
    let dependencies = try await project.dependencies()
    let releases = try await project.releases(of: dependencies[0])
    #expect(releases.map(\.version) == ["0.50.0", "0.57.0", "0.58.0-rc.1", "0.58.2"])
    #expect(releases.map(\.step) == [nil, .minor, .minor, .minor])
    #expect(releases.map(\.isPrerelease) == [false, false, true, false])
    #expect(try await project.releases(of: dependencies[1]).isEmpty)
  }

  @Test(arguments: [
    ("x/Gen@main", "refused: follows a branch or a commit, not a tag"),
    ("x/Gen", "refused: has no version: Mint takes the newest tag"),
    ("x/Gen@v2.0.0", "usage: has no such tag"), ("Gen@1", "failed: has no repository"),
    ("y/Gen@1", "failed: does not exist"),
  ])
  func `names what it can't edit`(_ text: String, _ expected: String) async throws {
    let problem = await #expect(throws: Problem.self) { try await after(text, "Gen", "1.2.1") }
    let message = problem.map { "\($0.kind.rawValue): \($0.message)" } ?? ""
    #expect(message.hasPrefix(expected), "\(message)")
  }
}
