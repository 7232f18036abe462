import Git
import Testing

@Suite struct `A git repository` {
  @Test func `a commit has exactly the written files`() throws {
    let shop = try Workshop()
    let repository = try shop.repository()
    let first = try repository.save(["a": "1", "deep/er/b": "2", "deep/c": "3"])
    let second = try repository.save(["deep/er/b": nil, "a": "1!"])
    #expect(try repository.tree(of: first).map(\.path) == ["a", "deep/c", "deep/er/b"])
    #expect(try repository.tree(of: second).map(\.path) == ["a", "deep/c"])
    #expect(try repository.text("a", at: second) == "1!")
    #expect(try repository.text("a", at: first) == "1")
  }

  @Test func `removing the last file of a folder leaves no empty folder`() throws {
    let shop = try Workshop()
    let repository = try shop.repository()
    let plain = try repository.save(["a": "1"], parent: nil, message: "m")
    let more = try repository.save(["x/y/z": "2"], parent: plain, message: "m")
    let back = try repository.save(["x/y/z": nil], parent: more, message: "m")
    #expect(try repository.commit(back).tree == repository.commit(plain).tree)
  }

  @Test func `removing a missing path changes nothing`() throws {
    let shop = try Workshop()
    let repository = try shop.repository()
    let commit = try repository.save(["a": "1"])
    let tree = try repository.writeTree(from: commit, ["no/such": .remove])
    #expect(try repository.commit(commit).tree == tree)
  }

  @Test(arguments: ["../up", ".git/config", "a//b", "/abs", "a/../b", ""])
  func `paths that git does not allow are refused`(path: String) throws {
    let shop = try Workshop()
    let repository = try shop.repository()
    let blob = try repository.write(blob: [1])
    #expect(throws: GitError.self) {
      try repository.writeTree(from: nil, [path: .set(sha: blob, mode: 0o100644)])
    }
  }

  @Test func `links, programs and ordinary files keep their modes`() throws {
    let shop = try Workshop()
    let repository = try shop.repository()
    let blob = try repository.write(blob: Array("x".utf8))
    let tree = try repository.writeTree(
      from: nil,
      [
        "file": .set(sha: blob, mode: 0o100644), "link": .set(sha: blob, mode: 0o120000),
        "tool": .set(sha: blob, mode: 0o100755),
      ])
    #expect(try repository.tree(of: tree).map(\.mode) == [0o100644, 0o120000, 0o100755])
    #expect(try repository.tree(of: tree).map(\.isContent) == [true, false, true])
  }

  @Test func `the same proposal twice has the same name`() throws {
    let shop = try Workshop()
    let repository = try shop.repository()
    let base = try repository.save(["a": "1"])
    let one = try repository.save(["a": "2"], parent: base, message: "Bump")
    let two = try repository.save(["a": "2"], parent: base, message: "Bump")
    #expect(one == two)
  }

  @Test func `a blob has the same name as in git`() throws {
    #expect(
      try Git.Repository.blobName(of: Array("hello\n".utf8))
        == "ce013625030ba8dba906f756967f9e9ca394464a")
    #expect(
      try Git.Repository.blobName(of: []) == "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391")
  }

  @Test func `blobs above the limit are not read`() throws {
    let shop = try Workshop()
    let repository = try shop.repository()
    let blob = try repository.write(blob: Array(repeating: 7, count: 100))
    #expect(
      failure { () throws(GitError) in try repository.blob(blob, limit: 99) }
        == .tooLarge(limit: 99))
    #expect(try repository.blob(blob, limit: 100).count == 100)
  }

  @Test(arguments: ["", "zz", "HEAD", String(repeating: "g", count: 40), "refs/heads/main"])
  func `an invalid object name is an error`(name: String) throws {
    let shop = try Workshop()
    let repository = try shop.repository()
    #expect(failure { () throws(GitError) in try repository.blob(name) } == .invalid)
    #expect(failure { () throws(GitError) in try repository.commit(name) } == .invalid)
  }

  @Test func `an unknown object is not found`() throws {
    let shop = try Workshop()
    let repository = try shop.repository()
    let nothing = String(repeating: "1", count: 40)
    #expect(failure { () throws(GitError) in try repository.blob(nothing) } == .notFound)
    #expect(try repository.hasCommit(nothing) == false)
  }

  @Test func `a folder without a repository is an error`() throws {
    let shop = try Workshop()
    let repository = Git.Repository(path: shop.path + "/none")
    #expect(failure { () throws(GitError) in try repository.references() } == .notFound)
  }
}
