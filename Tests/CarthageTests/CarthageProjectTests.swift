import Ecosystem
import Git
import HTTP
import TestSupport
import Testing
import Text
import Versioning

@testable import Carthage

/// Repositories at github.com: `"a/b": ["v1.0": "github \"c/d\"\n"]` has a tag with a Cartfile.
private typealias Repositories = [String: [String: String]]

extension Git.Client {
  /// Serves repositories; the commit of a tag is its name in 40 digits.
  fileprivate static func serving(_ repositories: Repositories) -> Git.Client {
    @Sendable func tags(_ remote: String) throws(GitError) -> [String: String] {
      let name = remote.dropFirst("https://github.com/".count).dropLast(".git".count)
      guard let tags = repositories[String(name)] else {
        throw GitError(.notFound, subject: remote)
      }
      return tags
    }
    return Git.Client(
      references: { remote throws(GitError) in
        try tags(remote).keys.sorted().map { name in
          name.hasPrefix("heads/")
            ? Reference(name: "refs/\(name)", commit: String(repeating: "e", count: 40))
            : Reference(name: "refs/tags/\(name)", commit: "commit of \(name)")
        }
      },
      files: { remote, reference, _ throws(GitError) in
        let cartfile = try tags(remote)[String(reference.name.dropFirst("refs/tags/".count))] ?? ""
        return cartfile.isEmpty ? [:] : ["Cartfile": Array(cartfile.utf8)]
      })
  }
}

/// Serves the versions of any binary.
private let binaries = HTTP.Client { request throws(HTTPError) in
  Response(status: 200, body: Array(#"{"1.0": "https://e.com/1.zip", "1.2": "x"}"#.utf8))
}

private func open(
  _ files: [String: String], _ repositories: Repositories, http: HTTP.Client = binaries
) async throws -> any OpenProject {
  let carthage = CarthageEcosystem(http: http, git: .serving(repositories))
  let tree = SourceTree(name: "app", files: files)
  let project = try #require(carthage.discover(in: tree.paths).first)
  return try await carthage.open(project, in: tree)
}

/// Returns the changed files as text, by path.
private func change(
  _ files: [String: String], _ repositories: Repositories, toward goal: Goal
) async throws -> [String: String] {
  let change = try await open(files, repositories).change(toward: goal)
  let pairs = change.files.map { ($0.path, String(decoding: $0.after ?? [], as: UTF8.self)) }
  return Dictionary(pairs) { first, _ in first }
}

private func update(_ name: String, _ version: String? = nil) -> Goal {
  .update([.init(name: name, version: version)], UpdateOptions())
}

@Suite struct `A project of Carthage` {
  fileprivate static let repositories: Repositories = [
    "x/a": ["v1.0": "", "v1.1": "github \"x/b\" ~> 1.0\n", "v2.0.1": "github \"x/b\" ~> 2.0\n"],
    "x/b": ["1.0.0": "", "1.2.0": "", "2.0.0": "", "2.1.0-beta.1": ""],
  ]
  static let files = [
    "Cartfile": "github \"x/a\" ~> 1.0 # first\n",
    "Cartfile.private": "github \"x/b\"\n",
    "Cartfile.resolved": "github \"x/a\" \"v1.0\"\ngithub \"x/b\" \"1.0.0\"\n",
  ]

  @Test func `is found by its Cartfile, and not in copies`() {
    let carthage = CarthageEcosystem(http: .init { _ in Response(status: 404) }, git: .serving([:]))
    let paths = [
      "Carthage/Checkouts/x/Cartfile", "Cartfile", "Cartfile.private", "Cartfile.resolved",
      "tools/Cartfile.private",
    ]
    #expect(carthage.discover(in: paths).map(\.manifest) == ["Cartfile", "tools/Cartfile.private"])
    #expect(carthage.discover(in: paths).map(\.lock) == ["Cartfile.resolved", nil])
  }

  @Test(arguments: [
    (HTTPError.Code.tls, "has a certificate that is not trusted", "tls: {ca-file: …}"),
    (.forbiddenAddress, "has a private address", "network: {allow-private: […]}"),
  ])
  func `names the server of a binary that can't be read, why, and what to do`(
    code: HTTPError.Code, reason: String, advice: String
  ) async throws {
    let http = HTTP.Client { request throws(HTTPError) in throw HTTPError(code, url: request.url) }
    let files = ["Cartfile": "binary \"https://e.com/E.json\"\n"]
    let project = try await open(files, [:], http: http)
    let dependency = try #require(try await project.dependencies().first)
    let problem = await #expect(throws: Problem.self) {
      try await project.releases(of: dependency)
    }
    #expect(problem?.message.hasPrefix(reason) == true, "\(problem?.message ?? "")")
    #expect(problem?.advice?.contains(advice) == true)
  }

  @Test func `lists what both files name`() async throws {
    let all = try await open(Self.files, Self.repositories).dependencies()
    let lines = all.map { "\($0.name) \($0.requirement) \($0.current ?? "-") \($0.group)" }
    #expect(lines == ["x/a ~> 1.0.0 v1.0 production", "x/b  1.0.0 development"])
  }

  @Test func `loses only pins that the updated dependencies needed`() async throws {
    let repositories: Repositories = [
      "x/a": ["v1.0": "github \"x/b\"\n", "v1.1": ""], "x/b": ["1.0.0": "github \"x/c\"\n"],
      "x/c": ["1.0.0": ""], "x/d": ["1.0.0": ""],
    ]
    let pins = "github \"x/a\" \"v1.0\"\ngithub \"x/b\" \"1.0.0\"\ngithub \"x/c\" \"1.0.0\"\n"
    var files = ["Cartfile": "github \"x/a\" ~> 1.0\n", "Cartfile.resolved": pins]
    let opened = try await open(files, repositories)
    #expect(try await opened.packages(neededBy: ["x/a"]) == ["x/a", "x/b", "x/c"])
    #expect(try await opened.packages(neededBy: ["x/b"]) == ["x/b", "x/c"])
    #expect(try await opened.removal(by: "x/a") == "x/b, x/c")
    files["Cartfile.resolved"] = pins + "github \"x/d\" \"1.0.0\"\n"
    #expect(try await open(files, repositories).removal(by: "x/a") == "refused: x/d")
  }

  @Test func `is not locked with a cycle, which Carthage can't build`() async throws {
    let files = [
      "Cartfile": "github \"x/a\"\n",
      "Cartfile.resolved": "github \"x/a\" \"1.0.0\"\ngithub \"x/b\" \"1.0.0\"\n",
    ]
    let needsB = "github \"x/b\"\n"
    let repositories: Repositories = [
      "x/a": ["1.0.0": needsB], "x/b": ["1.0.0": "", "1.1.0": "", "2.0.0": "github \"x/a\"\n"],
    ]
    let problem = await #expect(throws: Problem.self) {
      try await change(files, repositories, toward: update("b", "2.0.0"))
    }
    #expect(problem?.kind == .unsolvable)
  }

  @Test func `finds a name among those of entries first, then among those of the lock`() throws {
    let entries = try ["github \"x/a\"", "github \"y/A\""].map { line in
      try Cartfile(SourceText(file: "Cartfile", line)).entries[0].origin
    }
    let lock = try ResolvedCartfile(
      SourceText(file: "Cartfile.resolved", "github \"0/a\" \"1\"\ngithub \"0/b\" \"1\"\n"))
    let names = CarthageNames(entries, lock)
    #expect(names.origin(named: "a") == entries[0])
    #expect(names.origin(named: "y/A") == entries[1])
    #expect(names.origin(named: "B")?.identity == "0/b")
    #expect(names.origin(named: "c") == nil)
    #expect(entries.map { names.entry(of: $0) } == [0, 1])
  }

  @Test(.timeLimit(.minutes(10)))
  func `finds each of thousands of names in linear time`() async throws {
    let lines = (0..<4_000).map { "github \"x/a\($0)\"" }
    let files = [
      "Cartfile": lines.joined(separator: "\n"),
      "Cartfile.resolved": lines.map { "\($0) \"1.0\"\n" }.joined(),
    ]
    let project = try #require(try await open(files, [:]) as? CarthageProject)
    for number in 0..<4_000 {
      let origin = try project.origin(named: "a\(number)")
      #expect(project.entry(of: origin) != nil)
    }
  }

  @Test func `with more than ten thousand pins is refused with the place`() async {
    let lines = (0...10_000).map { "github \"x/a\($0)\" \"1.0\"\n" }.joined()
    let problem = #expect(throws: Problem.self) {
      try ResolvedCartfile(SourceText(file: "Cartfile.resolved", lines))
    }
    #expect(problem?.kind == .refused)
    #expect(problem?.location?.line == 10_001)
  }

  @Test func `lists the versions of tags`() async throws {
    let project = try await open(Self.files, Self.repositories)
    let dependency = try #require(try await project.dependencies().first)
    let releases = try await project.releases(of: dependency)
    #expect(releases.map(\.version) == ["v1.0", "v1.1", "v2.0.1"])
    #expect(releases.map(\.satisfiesRequirement) == [true, true, false])
    #expect(releases.map(\.step) == [nil, .minor, .major])
  }

  @Test func `lists the head of a branch, and moves to it`() async throws {
    let (old, head) = (String(repeating: "d", count: 40), String(repeating: "e", count: 40))
    let files = [
      "Cartfile": "github \"a/b\" \"main\"\n", "Cartfile.resolved": "github \"a/b\" \"\(old)\"\n",
    ]
    let repositories = ["a/b": ["1.0": "", "heads/main": ""]]
    let opened = try await open(files, repositories)
    let dependency = try #require(try await opened.dependencies().first)
    let releases = try await opened.releases(of: dependency)
    #expect(releases.map(\.version) == [head])
    #expect(releases.map(\.step) == [.patch])
    #expect(
      try await change(files, repositories, toward: update(dependency.name, head))
        == ["Cartfile.resolved": "github \"a/b\" \"\(head)\"\n"])
  }

  @Test func `moves a dependency and what it needs inside the requirement`() async throws {
    #expect(
      try await change(Self.files, Self.repositories, toward: update("x/a")) == [
        "Cartfile.resolved": "github \"x/a\" \"v1.1\"\ngithub \"x/b\" \"1.2.0\"\n"
      ])
  }

  @Test func `edits the requirement for a version outside of it`() async throws {
    #expect(
      try await change(Self.files, Self.repositories, toward: update("a", "2.0.1")) == [
        "Cartfile": "github \"x/a\" ~> 2.0 # first\n",
        "Cartfile.resolved": "github \"x/a\" \"v2.0.1\"\ngithub \"x/b\" \"2.0.0\"\n",
      ])
  }

  @Test func `names the file of an edited requirement`() async throws {
    var files = Self.files
    files["Cartfile"] = "github \"x/c\" == 1.0\n"
    files["Cartfile.private"] = "github \"x/b\" == 1.0.0\n"
    files["Cartfile.resolved"] = "github \"x/b\" \"1.0.0\"\ngithub \"x/c\" \"1.0\"\n"
    let repositories = Self.repositories.merging(["x/c": ["1.0": ""]]) { $1 }
    let change = try await open(files, repositories).change(toward: update("x/b", "1.2.0"))
    #expect(
      change.requirements
        == [
          RequirementEdit(
            name: "x/b", file: "Cartfile.private", before: "== 1.0.0", after: "== 1.2.0")
        ])
    #expect(change.files.map(\.path) == ["Cartfile.private", "Cartfile.resolved"])
  }

  @Test func `keeps the pins of all others`() async throws {
    #expect(
      try await change(Self.files, Self.repositories, toward: update("x/b", "1.2.0")) == [
        "Cartfile.resolved": "github \"x/a\" \"v1.0\"\ngithub \"x/b\" \"1.2.0\"\n"
      ])
  }

  @Test func `doesn't leave a pin behind that another Cartfile excludes`() async throws {
    var repositories = Self.repositories
    repositories["x/a"]?["v1.1"] = ""
    repositories["x/b"]?["3.0.0"] = "github \"x/a\" ~> 1.1\n"
    var files = Self.files
    files["Cartfile.private"] = nil
    files["Cartfile"] = "github \"x/b\"\ngithub \"x/c\"\n"
    files["Cartfile.resolved"] =
      "github \"x/a\" \"v1.0\"\ngithub \"x/b\" \"1.0.0\"\ngithub \"x/c\" \"1.0\"\n"
    repositories["x/c"] = ["1.0": "github \"x/a\" == 1.0\n", "1.1": ""]
    let problem = await #expect(throws: Problem.self) {
      try await change(files, repositories, toward: update("x/b", "3.0.0"))
    }
    #expect(problem?.kind == .unsolvable)
    #expect(problem?.advice == "update a together with c")
  }

  @Test func `locks what isn't locked`() async throws {
    let files = ["Cartfile": "github \"x/b\"\nbinary \"https://e.com/E.json\"\n"]
    #expect(
      try await change(files, Self.repositories, toward: .lock(LockOptions())) == [
        "Cartfile.resolved":
          "binary \"https://e.com/E.json\" \"1.2\"\ngithub \"x/b\" \"2.0.0\"\n"
      ])
  }

  @Test(arguments: [
    ("github \"x/n\"", "refused: would be chosen, though the tag is not a version"),
    ("github \"x/a\" \"missing\"", "refused: is not a tag, a branch or a full commit"),
    ("github \"x/a\" == 7.0", "unsolvable: has no version that satisfies '== 7.0.0'"),
    ("github \"x/gone\"", "failed: does not exist"),
  ])
  func `refuses what it can't know`(_ line: String, _ expected: String) async throws {
    var repositories = Self.repositories
    repositories["x/n"] = ["nightly": ""]
    let problem = await #expect(throws: Problem.self) {
      try await change(["Cartfile": line], repositories, toward: .lock(LockOptions()))
    }
    let message = problem.map { "\($0.kind.rawValue): \($0.message)" } ?? ""
    #expect(message.hasPrefix(expected), "\(message)")
  }

  @Test(
    arguments: [
      ("~> 1.0", "v2.3.4", "~> 2.3"), ("~>1.0.0", "2.3.4", "~>2.3.4"),
      ("== 1.0.0", "1.2.3", "== 1.2.3"),
      ("== 1.0", "1.2.3", "== 1.2.3"), ("== 1.0", "1.2.0", "== 1.2"),
      ("\"v1.0\"", "v1.1", "\"v1.1\""),
      (">= 1.0", "2.0.0-beta.1", ">= 2.0.0-beta.1"), ("~> 1.0", "1.5", nil), (">= 1.0", "3.0", nil),
    ] as [(String, String, String?)])
  func `keeps the style of a requirement`(
    _ written: String, _ tag: String, _ expected: String?
  ) throws {
    let text = SourceText(file: "Cartfile", "github \"a/b\" \(written)")
    let entry = try #require(Cartfile(text).entries.first)
    #expect(
      try entry.requirement.edited(
        toAccept: tag, UpdateOptions(), written: written, at: entry.location) == expected)
  }

  @Test func `explains who needs a dependency`() async throws {
    var files = Self.files
    files["Cartfile.resolved"] = "github \"x/a\" \"v1.1\"\ngithub \"x/b\" \"1.0.0\"\n"
    let project = try await open(files, Self.repositories)
    #expect(
      try await project.explain("b", version: "2.0.0") == [
        "x/b is at 1.0.0 because:", "  Cartfile.private requires any version",
        "  x/a v1.1 requires ~> 1.0.0", "x/b 2.0.0 can be chosen.",
      ])
  }

  @Test(arguments: [
    ("github \"x/c\" \"1.0\"", []), ("git \"ssh://git@github.com:22/x/c\" \"1.0\"", []),
    ("git \"https://git.evil.example:8443/c.git\" \"1.0\"", ["https://git.evil.example:8443"]),
    ("git \"http://git.acme.dev/c.git\" \"1.0\"", ["http://git.acme.dev"]),
    ("binary \"https://evil.example/c.json\" \"1.0\"", ["https://evil.example"]),
  ])
  func `reports dependencies of dependencies at origins that it does not use`(
    line: String, expected: [String]
  ) async throws {
    let opened = try await open(Self.files, Self.repositories)
    let before = Self.files["Cartfile.resolved"] ?? ""
    let file = FileChange(
      path: "Cartfile.resolved", before: Array(before.utf8),
      after: Array("\(before)\(line)\n".utf8))
    let found = try await opened.foreignSources(in: Change(files: [file], moves: []))
    #expect(found.map(\.origin) == expected)
  }
}

/// A version that needs a repository that no host has or shows.
@Suite struct `A version of Carthage with a missing need` {
  private let repositories: Repositories = [
    "x/a": ["v1.0": "", "v1.1": "", "v1.2": "github \"gone/away\"\n"],
    "x/z": ["1.0": "", "1.1": "", "1.2": "github \"gone/away\"\n"],
  ]
  private let files = [
    "Cartfile": "github \"x/a\" ~> 1.0\ngithub \"x/z\" ~> 1.0\n",
    "Cartfile.resolved": "github \"x/a\" \"v1.0\"\ngithub \"x/z\" \"1.0\"\n",
  ]

  private func update(_ version: String, isProposal: Bool) async throws -> Change {
    var options = UpdateOptions()
    options.raises = isProposal
    return try await open(files, repositories).change(
      toward: .update([.init(name: "x/a", version: version)], options))
  }

  @Test func `can't be chosen, and says what is missing`() async throws {
    for isProposal in [true, false] {
      let problem = await #expect(throws: Problem.self) {
        try await update("v1.2", isProposal: isProposal)
      }
      #expect(problem?.unavailable == "https://github.com/gone/away.git")
    }
  }

  @Test func `prevents no proposal of another version`() async throws {
    let change = try await update("v1.1", isProposal: true)
    #expect(change.moves.map { "\($0.name) \($0.to ?? "-")" } == ["x/a v1.1"])
    // Carthage looks for newer versions of all dependencies, and fails.
    await #expect(throws: Problem.self) { try await update("v1.1", isProposal: false) }
  }
}
