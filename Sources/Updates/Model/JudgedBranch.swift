import Forges
import Store
import Time

/// A branch of ours without a pull request, which CI judges first.
struct JudgedBranch: Hashable, Sendable {
  /// The update key as text, unique in the repository.
  var key: String
  /// The branch: `martlet/npm/left-pad`.
  var branch: String
  /// The commit that is judged.
  var head: String
  /// When the commit was written.
  var since: Timestamp
  /// The combined result of its checks.
  var verdict = VerdictRecord.Kind.pending
  /// The names of the checks that failed, or that didn't finish.
  var checks: [String] = []
}

extension JudgedBranch {
  /// The values in one line, separated by spaces.
  fileprivate var line: String {
    ([key, branch, head, "\(since.milliseconds)", verdict.rawValue] + checks).map(escaped)
      .joined(separator: " ")
  }

  fileprivate init?(line: Substring) {
    let words = line.split(separator: " ").map { unescaped(String($0)) }
    guard words.count >= 5, let time = Int64(words[3]),
      let verdict = VerdictRecord.Kind(rawValue: words[4])
    else { return nil }
    self.init(
      key: words[0], branch: words[1], head: words[2], since: Timestamp(milliseconds: time),
      verdict: verdict, checks: Array(words.dropFirst(5)))
  }
}

extension StateStore {
  /// Returns the branches of a repository that CI judges, sorted by key.
  ///
  /// They are a cache: one that is lost is found again when its update is published.
  func judgedBranches(of repository: RepositoryID) async throws -> [JudgedBranch] {
    let bytes = try await content("judged \(repository)") ?? []
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .compactMap { JudgedBranch(line: $0) }
  }

  /// Saves a branch that CI judges, replacing that of the same key.
  func save(_ judged: JudgedBranch, of repository: RepositoryID, now: Timestamp) async throws {
    let others = try await judgedBranches(of: repository).filter { $0.key != judged.key }
    try await save(others + [judged], of: repository, now: now)
  }

  /// Forgets the branch of a key.
  func removeJudgedBranch(
    of key: String, in repository: RepositoryID, now: Timestamp
  ) async throws {
    let all = try await judgedBranches(of: repository)
    let others = all.filter { $0.key != key }
    guard others.count < all.count else { return }
    try await save(others, of: repository, now: now)
  }

  private func save(
    _ all: [JudgedBranch], of repository: RepositoryID, now: Timestamp
  ) async throws {
    let lines = all.sorted { $0.key < $1.key }.map(\.line)
    try await keep(
      Array(lines.joined(separator: "\n").utf8), as: "judged \(repository)", now: now)
  }
}
