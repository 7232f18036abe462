import Foundation
import Git
import JSON
import Testing

/// Several updates of a strict base branch on a local forge: which merge and which are rebuilt.
@Suite struct `The merge line` {
  /// A package with three outdated libraries, whose base accepts only branches built on its newest
  /// commit.
  private struct Scene {
    let folder: Folder
    let app: Git.Repository

    init() throws {
      folder = try Folder()
      var pins: [String: String] = [:]
      for name in ["aster", "borage", "clover"] {
        let repository = try Git.Repository.create(at: folder.path + "/upstream/\(name)")
        for (number, version) in ["1.0.0", "1.1.0"].enumerated() {
          let sha = try repository.commit(
            ["Package.swift": GitHubFiles.library(name), "VERSION": version],
            on: pins[name], number)
          try repository.setReference("refs/tags/v\(version)", to: sha, expecting: nil)
          pins[name] = pins[name] ?? sha
        }
      }
      app = try Git.Repository.create(at: folder.path + "/forge/acme/app.git")
      let entry = "automerge: {update-types: [minor], method: squash}\nci: {required: [build]}"
      _ = try app.commit(
        GitHubFiles.application(pins, dependabot: GitHubFiles.dependabot(entry)), on: nil, 0)
      try folder.write(#"{"strict": ["main"]}"#, to: "forge/acme/app.pulls/settings.json")
      try folder.write(
        """
        state: sqlite:martlet.db
        cache: cache
        forges:
          - {name: files, kind: local, url: "file://\(folder.path)/forge", repositories: [acme/app]}
        mirrors:
          - {from: "https://github.com/birds/", to: "file://\(folder.path)/upstream/"}

        """, to: "martlet.yml")
    }

    /// Returns the merge status in a run's output, by number of pull request.
    @discardableResult
    func run() async throws -> [String] {
      let outcome = try await Program.run(
        "run", "--json", "--config", "martlet.yml", "--log-level", "error", in: folder.path)
      #expect(outcome.code == 0, "\(outcome.error)\(outcome.out)")
      let repository = try outcome.document()["repositories"]?.array?.first
      return repository?["pullRequests"]?.array?.compactMap { $0["merging"]?.string } ?? []
    }

    func head(_ name: String) throws -> String? {
      try app.reference("refs/heads/martlet/swift/\(name)")
    }

    /// Finishes the build of a branch's head.
    func build(_ name: String, _ state: String = "success") throws {
      let sha = try #require(try head(name))
      try folder.write(
        #"[{"name": "build", "state": "\#(state)"}]"#,
        to: "forge/acme/app.pulls/checks/\(sha).json")
    }
  }

  private let names = ["aster", "borage", "clover"]

  @Test func `of a strict base merges one, then rebuilds the next alone`() async throws {
    let scene = try Scene()
    #expect(try await scene.run() == ["waiting", "queued", "queued"])
    let opened = try names.map { try scene.head($0) }
    for name in names { try scene.build(name) }

    #expect(try await scene.run() == ["merged", "waiting", "queued"])
    #expect(try scene.head("aster") == nil)
    let second = try scene.head("borage")
    #expect(second != opened[1])
    #expect(try scene.head("clover") == opened[2])

    // Nothing changes while the next one waits for its build.
    #expect(try await scene.run() == ["waiting", "queued"])
    #expect(try scene.head("borage") == second)

    try scene.build("borage")
    #expect(try await scene.run() == ["merged", "waiting"])
    #expect(try scene.head("clover") != opened[2])
    try scene.build("clover")
    #expect(try await scene.run() == ["merged"])
    #expect(try await scene.run() == [])
    #expect(try scene.head("clover") == nil)
  }

  @Test func `continues after a red one`() async throws {
    let scene = try Scene()
    try await scene.run()
    try scene.build("aster", "failure")
    try scene.build("borage")
    #expect(try await scene.run() == ["waiting", "merged", "waiting"])
    #expect(try scene.head("borage") == nil)
  }

  @Test(arguments: [
    (#""isDraft" : false"#, #""isDraft" : true"#, "it is a draft"),
    (
      #""reviewers" : ["#, #""changesRequestedBy" : ["ann"], "reviewers" : ["#,
      "ann requested changes"
    ),
    (#""labels" : ["#, #""labels" : ["martlet: hold", "#, "it has the label 'martlet: hold'"),
  ])
  func `does not merge if people object`(old: String, new: String, message: String) async throws {
    let scene = try Scene()
    try await scene.run()
    try scene.build("aster")
    let file = "forge/acme/app.pulls/1.json"
    let before = try scene.folder.read(file)
    try scene.folder.write(before.replacing(old, with: new), to: file)
    #expect(before.contains(old))
    let outcome = try await Program.run(
      "run", "--config", "martlet.yml", "--log-level", "error", in: scene.folder.path)
    #expect(outcome.out.contains("#1: CI passed; does not merge yet: \(message)"), "\(outcome.out)")
    #expect(try scene.head("aster") != nil)
  }
}

extension Git.Repository {
  /// Commits files and moves the main branch to the commit.
  func commit(
    _ files: [String: String], on parent: String?, _ number: Int
  ) throws -> String {
    var changes: [String: TreeChange] = [:]
    for (path, text) in files {
      changes[path] = .set(sha: try write(blob: Array(text.utf8)), mode: 0o100644)
    }
    let author = Signature(
      name: "Ada", email: "ada@example.com", seconds: 1_700_000_000 + Int64(number))
    let sha = try write(
      tree: try writeTree(from: parent, changes), parents: parent.map { [$0] } ?? [],
      message: "Step \(number)\n", author: author, committer: author)
    try setReference(
      "refs/heads/main", to: sha, expecting: try reference("refs/heads/main"))
    return sha
  }
}
