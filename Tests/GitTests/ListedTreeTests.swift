import TestSupport
import Testing

@testable import Git

/// Folders written from a list, compared with those that libgit2 writes.
@Suite(.enabled(if: Tool.isInstalled, "needs git")) struct `A listed tree` {
  private static let files = [
    "a.txt", "a-b/c", "a/b/c.txt", "a/b/d", "a/b.txt", "a.d/x", "deep/er/and/deeper/file", "z",
  ]

  private static func list(_ commit: String, of store: Git.Repository) throws -> ListedTree {
    let text = try Tool.run(["-C", store.path, "ls-tree", "-r", "-t", commit], version: "")
    var entries: [String: ListedTree.Entry] = [:]
    for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
      let (head, path) = (line.prefix { $0 != "\t" }, line.drop { $0 != "\t" }.dropFirst())
      let words = head.split(separator: " ")
      let mode = try #require(UInt32(words[0], radix: 8))
      entries[String(path)] = ListedTree.Entry(mode: mode, sha: String(words[2]))
    }
    return ListedTree(root: try store.commit(commit).tree, entries: entries)
  }

  @Test func `changed folders are those that libgit2 writes`() throws {
    let shop = try Workshop()
    let store = try shop.repository()
    let commit = try store.save(Dictionary(uniqueKeysWithValues: Self.files.map { ($0, $0) }))
    let listed = try Self.list(commit, of: store)
    let blob = try store.write(blob: Array("new".utf8))
    var random = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      var changes: [String: ListedTree.Entry?] = [:]
      for path in Self.files + ["new", "a/new/x", "deep/er/y"] {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: changes[path] = ListedTree.Entry(mode: 0o100755, sha: blob)
        case 1: changes[path] = .some(nil)
        default: break
        }
      }
      let theirs = try store.writeTree(
        from: commit,
        changes.mapValues { entry in
          entry.map { .set(sha: $0.sha, mode: $0.mode) } ?? .remove
        })
      let ours = try listed.writing(changes) { (object) throws(GitError) in
        try store.write(raw: object)
      }
      #expect(ours == theirs, "\(changes)")
    }
  }

  @Test func `a list that is cut off is refused`() throws {
    let shop = try Workshop()
    let store = try shop.repository()
    let commit = try store.save(["a/b": "1", "a/c": "2", "d": "3"])
    let blob = try store.write(blob: [1])
    let root = try store.commit(commit).tree
    let part = ListedTree(root: root, entries: ["d": ListedTree.Entry(mode: 0o100644, sha: blob)])
    let change: [String: ListedTree.Entry?] = ["d": ListedTree.Entry(mode: 0o100644, sha: blob)]
    #expect(
      failure { () throws(GitError) in
        try part.writing(change) { (object) throws(GitError) in try store.write(raw: object) }
      } == .invalid)
  }

  @Test(arguments: [
    "../x", "a//b", ".git/config", "a/.GIT/x", "d/e", "a", "",
    // A combining mark after a slash.
    "../\u{301}x", "a/../\u{301}b", ".git/\u{301}config",
  ])
  func `a path that git or the tree doesn't allow is refused`(path: String) throws {
    let shop = try Workshop()
    let store = try shop.repository()
    let commit = try store.save(["a/b": "1", "d": "3"])
    let listed = try Self.list(commit, of: store)
    let blob = try store.write(blob: [1])
    let change: [String: ListedTree.Entry?] = [path: ListedTree.Entry(mode: 0o100644, sha: blob)]
    #expect(
      failure { () throws(GitError) in
        try listed.writing(change) { (object) throws(GitError) in try store.write(raw: object) }
      } == .invalid)
  }
}
