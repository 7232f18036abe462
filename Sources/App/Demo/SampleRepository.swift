import Ecosystem
import Git

/// A bare repository that the demo creates, commit by commit.
struct SampleRepository: Sendable {
  /// One commit: files that are added or replaced, and optionally a tag.
  struct Step: Sendable {
    var message: String
    var files: [String: String]
    var tag: String?
  }

  let repository: Git.Repository

  /// Creates the repository at `path`; times are fixed, so that the names of commits are too.
  init(at path: String, _ steps: [Step]) throws(GitError) {
    repository = try Git.Repository.create(at: path)
    var parent: String?
    for (index, step) in steps.enumerated() {
      parent = try commit(step, on: parent, at: 1_780_000_000 + Int64(index) * 86_400)
    }
  }

  private func commit(
    _ step: Step, on parent: String?, at seconds: Int64
  ) throws(GitError) -> String {
    var changes: [String: Git.Repository.TreeChange] = [:]
    for (path, text) in step.files {
      changes[path] = .set(sha: try repository.write(blob: Array(text.utf8)), mode: 0o100644)
    }
    let tree = try repository.writeTree(from: parent, changes)
    let author = Signature(name: "Ada", email: "ada@example.com", seconds: seconds)
    let commit = try repository.write(
      tree: tree, parents: parent.map { [$0] } ?? [], message: step.message + "\n",
      author: author, committer: author)
    try set("refs/heads/main", to: commit)
    if let tag = step.tag { try set("refs/tags/\(tag)", to: commit) }
    return commit
  }

  private func set(_ name: String, to commit: String) throws(GitError) {
    let expected = try repository.reference(name)
    try repository.setReference(name, to: commit, expecting: expected)
  }

  /// Returns the commit of a tag; empty if there is none.
  func commit(tagged tag: String) throws(GitError) -> String {
    try repository.reference("refs/tags/\(tag)") ?? ""
  }
}
