import Git
import Testing

@Suite struct `References of a repository` {
  @Test func `a reference moves only from its expected value`() throws {
    let shop = try Workshop()
    let repository = try shop.repository()
    let one = try repository.save(["a": "1"])
    let two = try repository.save(["a": "2"], parent: one, message: "2")
    let name = "refs/heads/main"
    #expect(set(repository, name, two, two) == .conflict)
    #expect(set(repository, name, two, nil) == .conflict)
    #expect(set(repository, name, two, one) == nil)
    #expect(try repository.reference(name) == two)
    #expect(set(repository, name, nil, one) == .conflict)
    #expect(set(repository, name, nil, two) == nil)
    #expect(try repository.reference(name) == nil)
  }

  @Test func `a missing reference with an expected value is an error`() throws {
    let shop = try Workshop()
    let repository = try shop.repository()
    let one = try repository.save(["a": "1"])
    #expect(set(repository, "refs/heads/new", one, one) != nil)
    #expect(try repository.reference("refs/heads/new") == nil)
    #expect(set(repository, "refs/heads/new", nil, one) == .notFound)
  }

  @Test(arguments: ["refs/heads/a b", "refs/heads/..", "refs/heads/a..b", "refs/heads/x.lock", "a"])
  func `names that git does not allow are refused`(name: String) throws {
    let shop = try Workshop()
    let repository = try shop.repository()
    let one = try repository.save(["a": "1"])
    #expect(set(repository, name, one, nil) != nil)
  }

  @Test func `of several writers of one reference one succeeds`() async throws {
    let shop = try Workshop()
    let repository = try shop.repository()
    let base = try repository.save(["a": "0"])
    let candidates = try (1...12).map { number in
      try repository.save(["a": "\(number)"], parent: base, message: "\(number)")
    }
    let winners = await withTaskGroup(of: String?.self) { group in
      for candidate in candidates {
        group.addTask {
          set(repository, "refs/heads/main", candidate, base) == nil ? candidate : nil
        }
      }
      return await group.reduce(into: [String]()) { list, winner in
        list += winner.map { [$0] } ?? []
      }
    }
    #expect(winners.count == 1)
    #expect(try repository.reference("refs/heads/main") == winners.first)
  }

  @Test func `references are listed by prefix and sorted`() throws {
    let shop = try Workshop()
    let repository = try shop.repository()
    for branch in ["z", "martlet/npm/b", "martlet/npm/a"] {
      try repository.save(["a": branch], on: branch)
    }
    #expect(
      try repository.references(startingWith: "refs/heads/martlet/").map(\.name)
        == ["refs/heads/martlet/npm/a", "refs/heads/martlet/npm/b"])
    #expect(try repository.headBranch() == "main")
  }

  @Test func `the log between two commits lists those that only one has`() throws {
    let shop = try Workshop()
    let repository = try shop.repository()
    let base = try repository.save(["a": "0"])
    let one = try repository.save(["a": "1"], on: "main", message: "one\n\nmore")
    let two = try repository.save(["a": "2"])
    let log = try repository.log(from: base, to: two, limit: 10)
    #expect(log.map(\.sha) == [two, one])
    #expect(log.last?.message == "one\n\nmore")
    #expect(log.last?.author == Git.Repository.somebody)
    #expect(try repository.log(to: two, limit: 2).map(\.sha) == [two, one])
    #expect(try repository.isAncestor(base, of: two))
    #expect(try !repository.isAncestor(two, of: base))
  }

  @Test func `a merge combines both sides and finds conflicts`() throws {
    let shop = try Workshop()
    let repository = try shop.repository()
    let base = try repository.save(["a": "0", "b": "0"])
    let left = try repository.save(["a": "1"], parent: base, message: "left")
    let right = try repository.save(["b": "1"], parent: base, message: "right")
    let clash = try repository.save(["a": "2"], parent: base, message: "clash")
    let tree = try #require(try repository.mergedTree(left, right))
    #expect(try repository.text("a", at: tree) == "1")
    #expect(try repository.text("b", at: tree) == "1")
    #expect(try repository.mergedTree(left, clash) == nil)
    #expect(try repository.mergeBase(left, right) == base)
    let diff = String(decoding: try repository.diff(from: base, to: left), as: UTF8.self)
    #expect(diff.contains("--- a/a\n+++ b/a\n"))
  }
}

private func set(
  _ repository: Git.Repository, _ name: String, _ commit: String?, _ expected: String?
) -> GitError.Code? {
  failure { () throws(GitError) in
    try repository.setReference(name, to: commit, expecting: expected)
  }
}
