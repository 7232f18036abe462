import FoundationEssentials
import Git
import TestSupport

/// A folder for one test, gone afterwards, and the language of these tests.
struct Workshop: ~Copyable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/martlet-git-\(uniqueName())"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func repository(_ name: String = "origin.git") throws -> Git.Repository {
    try Git.Repository.create(at: "\(path)/\(name)")
  }

  func remotes(
    deadline: Duration = .seconds(20), threads: Threads = Threads(),
    credential: @escaping @Sendable (Remote) -> Credential? = { _ in nil }
  ) -> Remotes {
    Remotes(
      Options(
        cache: "\(path)/cache", deadline: deadline, fileLimit: 1000, credential: credential,
        allowsPrivate: { $0.host == "127.0.0.1" }, allowsLocal: { [path] in $0.hasPrefix(path) }),
      threads: threads)
  }
}

extension Git.Repository {
  static let somebody = Signature(name: "Some Body", email: "some@body.dev", seconds: 1_700_000_000)

  /// Commits texts on top of a branch and answers the commit.
  @discardableResult
  func save(
    _ texts: [String: String?], on branch: String = "main", message: String = "Save"
  ) throws -> String {
    let name = "refs/heads/\(branch)"
    let parent = try reference(name)
    let commit = try save(texts, parent: parent, message: message)
    try setReference(name, to: commit, expecting: parent)
    return commit
  }

  func save(_ texts: [String: String?], parent: String?, message: String) throws -> String {
    var changes: [String: TreeChange] = [:]
    for (path, text) in texts {
      guard let text else {
        changes[path] = .remove
        continue
      }
      changes[path] = .set(sha: try write(blob: Array(text.utf8)), mode: 0o100644)
    }
    let tree = try writeTree(from: parent, changes)
    return try write(
      tree: tree, parents: parent.map { [$0] } ?? [], message: message, author: Self.somebody,
      committer: Self.somebody)
  }

  func text(_ file: String, at commit: String) throws -> String? {
    guard let entry = try tree(of: commit).first(where: { $0.path == file }) else { return nil }
    return String(decoding: try blob(entry.sha), as: UTF8.self)
  }
}

/// The error code of a call that must fail.
func failure<Value>(_ body: () throws(GitError) -> Value) -> GitError.Code? {
  do throws(GitError) {
    _ = try body()
    return nil
  } catch {
    return error.code
  }
}

func failure<Value>(_ body: () async throws(GitError) -> Value) async -> GitError.Code? {
  do throws(GitError) {
    _ = try await body()
    return nil
  } catch {
    return error.code
  }
}
