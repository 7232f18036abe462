import Foundation
import HTTP
import JSON
import Libc
import TestSupport
import Testing

/// A repository with four outdated libraries in one group on a fake host, whose CI fails as soon as all
/// libraries of one of some sets are updated.
///
///     let scene = try await SplitScene(.gitlab, failing: ["borage", "daisy"])
///     try await scene.settle()
///     #expect(try await scene.updates() == [["aster", "clover"], ["borage", "daisy"]])
final class SplitScene {
  /// A host, in the version that its fake plays.
  enum Host: String, CaseIterable, CustomTestStringConvertible {
    case github, gitlab, gitea

    var testDescription: String { rawValue }
    /// How a text names the pull request of the group.
    var reference: String { self == .gitlab ? "!1" : "#1" }
    /// The name of its fake.
    var fake: String {
      switch self {
      case .github: "fakehub"
      case .gitlab: "fakelab"
      case .gitea: "faketea"
      }
    }
    /// The token of martlet's account.
    var token: String {
      switch self {
      case .github: "github_pat_fixed"
      case .gitlab: "glpat-fixed"
      case .gitea: "gitea_token_fixed"
      }
    }
  }

  static let group = "martlet/swift/birds"

  let host: Host
  let fake: FakeHost
  let folder: Folder
  private let failing: [Set<String>]
  private var judged: Set<String> = []
  /// Whether checks run for pull requests only.
  let hasDrafts: Bool
  /// How many green checks fail by chance, once.
  var chances = 0
  /// How many commits of parts were judged.
  private(set) var trials = 0

  init(
    _ host: Host, failing: Set<String>..., drafts: Bool = false,
    libraries: [String] = ["aster", "borage", "clover", "daisy"], settings: String = "",
    file: String = #fileID
  ) async throws {
    (self.host, self.failing, hasDrafts) = (host, failing, drafts)
    fake = try await FakeHost.fresh(host.fake, for: file)
    var commits: [String: String] = [:]
    for name in libraries { commits[name] = try await fake.publish(name, ["1.0.0", "1.1.0"]) }
    try await fake.found(
      "acme/app",
      GitHubFiles.application(commits, dependabot: GitHubFiles.dependabot(Self.rules)),
      [("collaborators", ["ann": "write"])])
    folder = try Folder(["martlet.yml": Self.file(host, fake.url, drafts, settings)])
  }

  static let rules = "groups: {birds: {patterns: [\"*\"], on-failure: split}}\n"

  private static func file(
    _ host: Host, _ url: String, _ drafts: Bool, _ settings: String
  ) -> String {
    """
    state: sqlite:martlet.db
    cache: cache
    split: {\(drafts ? "on: drafts, " : "")per-day: 30\(settings)}
    forges:
      - {name: host, kind: \(host.rawValue), url: "\(url)", token: "${env:TOKEN}", repositories: [acme/*]}
    mirrors:
      - {from: "https://github.com/", to: "\(url)/"}
      - {from: "https://api.github.com/", to: "\(url)/"}
      - {from: "https://api.osv.dev/", to: "\(url)/"}

    """
  }

  private let run = ["run", "--config", "martlet.yml", "--log-level", "error"]
  private var environment: [String: String] { ["TOKEN": host.token] }

  /// Makes a pass.
  @discardableResult
  func pass() async throws -> String {
    let outcome = try await Program.run(run, in: folder.path, environment: environment)
    #expect(outcome.code == 0, "\(outcome.out)\(outcome.error)")
    return outcome.out
  }

  /// Makes passes and judges what they push until nothing changes any more.
  func settle() async throws {
    for _ in 0..<20 {
      try await pass()
      guard try await judge() else { return }
    }
    Issue.record("the search doesn't end")
  }

  /// Makes passes until parts of the group are being judged.
  func begin() async throws {
    for _ in 0..<4 where try await candidates().isEmpty {
      try await pass()
      guard try await candidates().isEmpty else { return }
      _ = try await judge()
    }
  }

  /// Makes a pass whose process is killed when a write is done.
  ///
  /// - Parameter skipped: the number of writes before that.
  /// - Returns: the writes; empty if the pass did none.
  /// - Throws: the error of the fake.
  func killedPass(after skipped: Int) async throws -> [String] {
    let before = try await fake.control("requests").array?.count ?? 0
    try await fake.control(
      "faults",
      ["mutating": true, "action": "delay_after", "seconds": 1, "skip": .int(skipped)])
    let child = try Program.start(run, in: folder.path, environment: environment)
    let hit = Task { [fake] in
      while !Task.isCancelled {
        if try await fake.control("faults").array?.first?["hits"] != 0 { child.signal(SIGKILL) }
        try await Task.sleep(for: .milliseconds(10))
      }
    }
    await child.end()
    hit.cancel()
    try await fake.control("faults", method: .delete)
    try await fake.settle()
    let all = try await fake.control("requests?since=\(before)").array ?? []
    return all.filter { $0["mutating"]?.bool == true }.compactMap { $0["op"]?.string }
  }

  /// Judges all new commits; false without new ones.
  func judge() async throws -> Bool {
    let state = try await fake.state("acme/app")
    let pulls = (state["prs"]?.array ?? []).filter { $0["state"] == "open" }
    let heads = Set(pulls.compactMap { $0["head"]?.string })
    var isNew = false
    for (branch, commit) in state["branches"]?.object?.members.map({ ($0.key, $0.value) }) ?? [] {
      guard branch.hasPrefix("martlet/"), !hasDrafts || heads.contains(branch),
        let commit = commit.string
      else { continue }
      let isAgain = isStartedAgain(commit, state)
      guard judged.insert(commit).inserted || isAgain else { continue }
      isNew = true
      if branch.contains("-try-"), !isAgain { trials += 1 }
      let isRed = isRed(branch, state)
      let isUnlucky = !isRed && chances > 0 && !isAgain
      if isUnlucky { chances -= 1 }
      try await report(isRed || isUnlucky ? "failure" : "success", on: branch)
    }
    return isNew
  }

  /// Whether GitLab runs the failed job of a commit again.
  private func isStartedAgain(_ commit: String, _ state: Value) -> Bool {
    let own = state["pipelines"]?.array?.last { $0["sha"]?.string == commit }
    return own?["jobs"]?["build"] == "pending"
  }

  /// Whether the checks of a branch fail.
  func isRed(_ branch: String) async throws -> Bool {
    isRed(branch, try await fake.state("acme/app"))
  }

  private func isRed(_ branch: String, _ state: Value) -> Bool {
    let lock = state["files"]?[branch]?["Package.resolved"]?.string ?? ""
    return failing.contains { $0.isSubset(of: Self.updated(lock)) }
  }

  /// The libraries in a lock that aren't at their first version.
  private static func updated(_ lock: String) -> Set<String> {
    let pins = try? Document(Array(lock.utf8), named: "lock").root.value["pins"]?.array
    let moved = (pins ?? []).filter { $0["state"]?["version"] != "1.0.0" }
    return Set(moved.compactMap { $0["identity"]?.string })
  }

  /// Reports the check `build` of a branch.
  func report(_ state: String, on branch: String, job: String = "build") async throws {
    switch host {
    case .gitlab:
      let word = state == "failure" ? "failed" : state
      try await fake.control(
        "pipeline",
        [
          "repo": "acme/app", "ref": .string(branch),
          "jobs": [["name": .string(job), "status": .string(word)]],
        ])
    case .github, .gitea:
      try await fake.control(
        "status",
        [
          "repo": "acme/app", "ref": .string(branch), "context": .string(job),
          "state": .string(state),
        ])
    }
  }

  /// Lets a person do something to a pull request.
  func act(_ what: [(String, Value)], on number: Int = 1) async throws {
    try await fake.control(
      "pr", .object(Object([("repo", "acme/app"), ("pr", .int(number)), ("by", "ann")] + what)))
  }

  /// Lets a person push a file.
  func push(_ path: String, _ text: String, to branch: String? = nil) async throws {
    var body = Object([("repo", "acme/app"), ("author", "ann"), ("message", "By hand")])
    body["files"] = .object(Object([(path, .string(text))]))
    body["branch"] = branch.map { .string($0) }
    try await fake.control("commit", .object(body))
  }

  func pulls() async throws -> [Value] {
    let all = try await fake.state("acme/app")["prs"]?.array ?? []
    return all.filter { $0["state"] == "open" }
  }

  /// The branches of parts.
  func candidates() async throws -> [String] {
    let branches = try await fake.state("acme/app")["branches"]?.object?.keys.sorted() ?? []
    return branches.filter { $0.contains("-try-") }
  }

  /// The updated libraries of each open pull request.
  func updates() async throws -> Set<Set<String>> {
    let files = try await fake.state("acme/app")["files"]
    return Set(
      try await pulls().map { pull in
        let lock = files?[pull["head"]?.string ?? ""]?["Package.resolved"]?.string
        return Self.updated(lock ?? "")
      })
  }

  /// Expects that the search has found a set, and left nothing else.
  func expectFound(_ culprits: Set<String>, rest: Set<String>) async throws {
    #expect(try await updates() == [rest, culprits], "\(host)")
    #expect(try await candidates() == [], "\(host)")
    #expect(try await pulls().allSatisfy { $0["draft"] != true }, "\(host)")
    #expect(try await fake.violations() == [], "\(host)")
    let state = try await fake.state("acme/app")
    #expect(state["orphan_branches"] == [] && state["duplicate_open_titles"] == [], "\(host)")
  }
}
