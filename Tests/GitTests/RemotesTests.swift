import FoundationEssentials
import Git
import TestSupport
import Testing

@Suite struct `The references of a remote` {
  @Test func `references of a folder are listed without a clone, tags peeled`() async throws {
    let shop = try Workshop()
    let repository = try shop.repository()
    let commit = try repository.save(["a": "1"])
    try repository.setReference("refs/tags/light", to: commit, expecting: nil)
    let list = try await shop.remotes().references("file://\(shop.path)/origin.git")
    #expect(
      list == [
        Reference(name: "HEAD", commit: commit), Reference(name: "refs/heads/main", commit: commit),
        Reference(name: "refs/tags/light", commit: commit),
      ])
  }

  @Test func `an annotated tag leads to its commit`() async throws {
    try #require(Tool.isInstalled)
    let shop = try Workshop()
    let repository = try shop.repository()
    let commit = try repository.save(["a": "1"])
    try await Tool.git(["-C", repository.path, "tag", "-a", "-m", "one", "v1.0.0"])
    let tag = try #require(
      await shop.remotes().references(repository.path).first { $0.tag == "v1.0.0" })
    #expect(tag.commit == commit)
    let files = try await shop.remotes().files(repository.path, tag) { _ in true }
    #expect(files == ["a": Array("1".utf8)])
  }

  @Test func `selected files are read at a reference`() async throws {
    let shop = try Workshop()
    let repository = try shop.repository()
    let commit = try repository.save(["Package.swift": "let a", "Sources/a.swift": "x"])
    let files = try await shop.remotes().files(
      repository.path, Reference(name: "refs/heads/main", commit: commit)
    ) { $0 == "Package.swift" }
    #expect(files == ["Package.swift": Array("let a".utf8)])
  }

  @Test func `HEAD can be read too`() async throws {
    let shop = try Workshop()
    let repository = try shop.repository()
    let commit = try repository.save(["a": "1"])
    let files = try await shop.remotes().files(
      repository.path, Reference(name: "HEAD", commit: commit)
    ) { _ in true }
    #expect(files.keys.sorted() == ["a"])
  }

  @Test func `a local repository is read in place`() async throws {
    let shop = try Workshop()
    let repository = try shop.repository()
    let commit = try repository.save(["a": "1"])
    let reference = Reference(name: "refs/heads/main", commit: commit)
    for url in [repository.path, "file://\(repository.path)"] {
      let files = try await shop.remotes().files(url, reference) { _ in true }
      #expect(files == ["a": Array("1".utf8)])
    }
    #expect(!FileManager.default.fileExists(atPath: "\(shop.path)/cache"))
  }

  @Test(.enabled(if: Tool.isInstalled, "needs git")) func `a commit stays in the cache`()
    async throws
  {
    let shop = try Workshop()
    let repository = try shop.repository()
    let commit = try repository.save(["a": "1"])
    let reference = Reference(name: "refs/heads/main", commit: commit)
    let server = try gitServer(of: repository.path)
    let first = try await shop.remotes().files(server.url("/a"), reference) { _ in true }
    server.close()
    let second = try await shop.remotes().files(server.url("/a"), reference) { _ in true }
    #expect(first == ["a": Array("1".utf8)])
    #expect(first == second)
  }

  @Test func `a reference that moved is a conflict, not other files`() async throws {
    let shop = try Workshop()
    let repository = try shop.repository()
    try repository.save(["a": "1"])
    let stale = Reference(name: "refs/heads/main", commit: String(repeating: "2", count: 40))
    #expect(
      await failure { () async throws(GitError) in
        try await shop.remotes().files(repository.path, stale) { _ in true }
      } == .conflict)
  }

  @Test(.enabled(if: Tool.isInstalled, "needs git")) func `many readers share one cache`()
    async throws
  {
    let shop = try Workshop()
    let repository = try shop.repository()
    let commit = try repository.save(["a": "1"])
    let remotes = shop.remotes()
    let server = try gitServer(of: repository.path)
    let url = server.url("/a")
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<16 {
        group.addTask {
          try await remotes.files(url, Reference(name: "HEAD", commit: commit)) { _ in true }.count
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts == Array(repeating: 1, count: 16))
    let cached = try FileManager.default.contentsOfDirectory(atPath: "\(shop.path)/cache")
      .filter { $0.hasSuffix(".git") }
    #expect(cached.count == 1)
  }

  @Test func `local folders require permission`() async throws {
    let shop = try Workshop()
    for address in ["/etc", "file:///etc"] {
      #expect(
        await failure { () async throws(GitError) in
          try await shop.remotes().references(address)
        } == .forbiddenAddress)
    }
  }

  @Test func `a path cannot leave an allowed folder`() async throws {
    let shop = try Workshop()
    let open = Options(cache: "\(shop.path)/cache", allowsLocal: { $0.hasPrefix("/srv/") })
    for address in [
      "/srv/../etc", "file:///srv/../etc", "file:///srv/%2e%2e/etc", "/srv/../\u{301}etc",
    ] {
      #expect(
        await failure { () async throws(GitError) in
          try await Remotes(open).references(address)
        } == .forbiddenAddress)
    }
  }

  @Test func `a folder without a repository is not found`() async throws {
    let shop = try Workshop()
    await #expect(throws: GitError(.notFound, subject: "\(shop.path)/none.git")) {
      try await shop.remotes().references("\(shop.path)/none.git")
    }
  }

  @Test func `a push moves, creates and deletes only what is expected`() async throws {
    let shop = try Workshop()
    let origin = try shop.repository()
    let local = try shop.repository("local.git")
    let one = try local.save(["a": "1"])
    let two = try local.save(["a": "2"], parent: one, message: "2")
    let remotes = shop.remotes()
    let name = "refs/heads/topic"
    func push(_ commit: String?, _ expected: String?) async -> GitError.Code? {
      await failure { () async throws(GitError) in
        try await remotes.push(
          commit, to: name, expecting: expected, from: local, at: "file://\(origin.path)")
      }
    }
    #expect(await push(one, two) == .conflict)
    #expect(await push(one, nil) == nil)
    #expect(try origin.reference(name) == one)
    #expect(await push(two, nil) == .conflict)
    #expect(await push(two, one) == nil)
    #expect(await push(one, two) == nil)
    #expect(try origin.reference(name) == one)
    #expect(await push(nil, one) == nil)
    #expect(try origin.reference(name) == nil)
  }
}
