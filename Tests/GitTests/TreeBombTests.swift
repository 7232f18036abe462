import TestSupport
import Testing

@testable import Git

extension Git.Repository {
  /// Commits a tree of folders that each hold the next one several times: `width^levels` files.
  fileprivate func bomb(width: Int, levels: Int, name: String = "d") throws -> String {
    let blob = try write(blob: Array("x".utf8))
    var entry = (mode: UInt32(0o100644), sha: blob)
    for _ in 0..<levels {
      var entries: [String: ListedTree.Entry] = [:]
      for index in 0..<width {
        entries["\(name)\(index)"] = ListedTree.Entry(mode: entry.mode, sha: entry.sha)
      }
      let tree = try Self.tree(of: entries)
      entry = (0o040000, try write(raw: tree))
    }
    return try write(
      tree: entry.sha, parents: [], message: "Bomb", author: Self.somebody,
      committer: Self.somebody)
  }

  private static func tree(of entries: [String: ListedTree.Entry]) throws -> RawObject {
    var bytes: [UInt8] = []
    for (name, entry) in entries.sorted(by: { $0.key < $1.key }) {
      bytes += Array("\(String(entry.mode, radix: 8)) \(name)\0".utf8)
      let digits = Array(entry.sha)
      bytes += stride(from: 0, to: 40, by: 2).compactMap {
        UInt8(String(digits[$0...($0 + 1)]), radix: 16)
      }
    }
    return RawObject(kind: .tree, bytes: bytes)
  }
}

@Suite struct `A tree that expands to very many files` {
  @Test func `is refused in bounded time, whatever is selected`() async throws {
    let shop = try Workshop()
    let origin = try shop.repository()
    let commit = try origin.bomb(width: 10, levels: 10)
    try origin.setReference("refs/tags/1.0.0", to: commit, expecting: nil)
    var options = shop.remotes().options
    options.treeLimit = 1 << 20
    let remotes = Remotes(options)
    let reference = Reference(name: "refs/tags/1.0.0", commit: commit)
    let error = await #expect(throws: GitError.self) {
      try await remotes.files(origin.path, reference) { $0 == "Package.swift" }
    }
    #expect(error?.code == .tooLarge(limit: 1 << 20))
    #expect(throws: GitError.self) { try origin.tree(of: commit, limit: 1 << 20) }
  }

  @Test func `is refused if it is deeper than paths can be`() async throws {
    let shop = try Workshop()
    let origin = try shop.repository()
    let commit = try origin.bomb(width: 1, levels: 3000)
    let error = #expect(throws: GitError.self) { try origin.tree(of: commit) }
    #expect(error?.code == .tooLarge(limit: Git.Repository.treeLimit))
  }

  @Test func `is refused if the selected files are too large together`() async throws {
    let shop = try Workshop()
    let origin = try shop.repository()
    let text = String(repeating: "x", count: 900)
    let commit = try origin.save(["a.rb": text, "b.rb": text, "c.rb": text])
    var options = shop.remotes().options
    options.contentLimit = 2000
    let remotes = Remotes(options)
    let reference = Reference(name: "refs/heads/main", commit: commit)
    let error = await #expect(throws: GitError.self) {
      try await remotes.files(origin.path, reference) { $0.hasSuffix(".rb") }
    }
    #expect(error?.code == .tooLarge(limit: 2000))
    #expect(try await remotes.files(origin.path, reference) { $0 == "a.rb" }.count == 1)
  }
}
