import FoundationEssentials
import Time

extension LocalForge {
  /// Reads `checks/SHA.json`; an invalid commit name is `.rejected`.
  package func checks(
    of commit: String, in repository: RepositoryName
  ) async throws(ForgeError) -> [Check] {
    try await work(repository) { (room) throws(ForgeError) in try room.checks(of: commit) }
  }

  /// Records a check of a commit, and replaces an earlier one with its name.
  package func report(
    _ check: Check, of commit: String, in repository: RepositoryName
  ) async throws(ForgeError) {
    try await change(repository) { (room) throws(ForgeError) in
      var all = try room.checkRecords(of: commit).filter { $0.name != check.name }
      all.append(LocalCheck(check))
      try room.makeFolder("\(room.folder)/checks")
      try room.write(all.sorted { $0.name < $1.name }, to: "checks/\(commit).json")
    }
  }
}

extension LocalRoom {
  func checks(of commit: String) throws(ForgeError) -> [Check] {
    try checkRecords(of: commit).map(\.value).sorted { $0.name < $1.name }
  }

  fileprivate func checkRecords(of commit: String) throws(ForgeError) -> [LocalCheck] {
    guard commit.utf8.count == 40, commit.allSatisfy(\.isHexDigit) else {
      throw ForgeError(.rejected, subject: subject, detail: "no commit name")
    }
    return try read("checks/\(commit).json") ?? []
  }
}

/// A check in `checks/SHA.json`; `state` is a word such as `success` or `timed_out`.
private struct LocalCheck: Codable, Sendable {
  var name: String
  var state: String
  var url: String?
  var startedAt: Timestamp?
  var completedAt: Timestamp?

  init(_ check: Check) {
    name = check.name
    state = check.state.word
    url = check.webURL
    startedAt = check.startedAt
    completedAt = check.completedAt
  }

  var value: Check {
    Check(
      name: name, state: Check.State(word: state), webURL: url, startedAt: startedAt,
      completedAt: completedAt)
  }
}
