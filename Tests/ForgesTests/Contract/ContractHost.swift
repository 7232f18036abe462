import FoundationEssentials
import Git
import HTTP
import JSON
import Logging
import TestSupport
import Testing

@testable import Forges

/// A repository `acme/web` on a forge, with the means to act as a person and as CI.
///
/// It has a branch `main` with `a.txt` and `c.txt`; `ann` may write.
protocol ContractStage: Sendable {
  var forge: any Forge { get }

  /// Adds a commit by ann to a branch.
  func push(_ text: String, to branch: String) async throws

  /// Reports a check of a pull request's head: `pending`, `success` or `failure`.
  func report(_ check: String, _ state: String, on number: Int) async throws

  /// Closes a pull request as ann.
  func close(_ number: Int) async throws

  /// Replaces the text of an issue as ann.
  func edit(_ issue: Int, to text: String) async throws

  /// Returns what the host has against our requests; empty if there is nothing.
  func violations() async throws -> [String]
}

/// A kind of forge with the fake, or the folder, that it is tested on.
struct ContractHost: CustomTestStringConvertible, Sendable {
  let kind: ForgeKind
  /// The capabilities that it lacks, by the names in `Capabilities`.
  let lacks: Set<String>
  /// The capabilities of the forge that its fake doesn't implement.
  var notFaked: Set<String> = []
  let isPresent: Bool
  let make: @Sendable () async throws -> any ContractStage

  var testDescription: String { kind.id }

  /// A new forge is tested by adding it here.
  static let all = [
    ContractHost(
      kind: .local,
      lacks: [
        "automaticMerging", "checkSuites", "checkRestarts", "headBranches", "redelivery", "grants",
        "pullRequestChanges",
      ],
      isPresent: true, make: { try LocalStage() }),
    // A token can't list deliveries, which takes an App.
    ContractHost(
      kind: .gitHub, lacks: ["headBranches", "pullRequestChanges", "redelivery"],
      notFaked: ["closings", "reactions"],
      isPresent: FakeHost.isPresent,
      make: {
        let fake = try await FakeHost.fresh("fakehub")
        return try await FakeStage(fake, try fake.forge())
      }),
    // Deliveries are listed to maintainers only, and the status of a pipeline is a check.
    ContractHost(
      kind: .gitLab, lacks: ["checkSuites", "redelivery"], isPresent: FakeHost.isPresent,
      make: {
        let fake = try await FakeHost.fresh("fakelab")
        return try await FakeStage(fake, try fake.gitLab())
      }),
    // Pull requests have reviewers only, reactions can't be read, and issues are in Jira.
    ContractHost(
      kind: .bitbucket,
      lacks: [
        "automaticMerging", "checkSuites", "checkRestarts", "reactions", "labelling", "assigning",
        "milestones", "pullRequestChanges",
        "drafts", "redelivery", "issues",
      ],
      isPresent: FakeHost.isPresent,
      make: {
        let fake = try await FakeHost.fresh("fakebucket")
        return try await FakeStage(fake, try fake.bitbucket())
      }),
    // Auto-complete isn't bound to a commit, labels and reactions can't be listed, and work items
    // belong to projects.
    ContractHost(
      kind: .azureDevOps,
      lacks: [
        "automaticMerging", "checkSuites", "checkRestarts", "reactions", "labelling", "assigning",
        "milestones", "pullRequestChanges",
        "redelivery", "issues",
      ],
      isPresent: FakeHost.isPresent,
      make: {
        let fake = try await FakeHost.fresh("fakeazure")
        return try await FakeStage(fake, try fake.azure())
      }),
    gitea(.gitea, "gitea"), gitea(.forgejo, "forgejo"), gitea(.forgejo, "forgejo-11"),
    // A real server, if one is named.
    ContractHost(
      kind: RealGitea.kind, lacks: giteaLacks, isPresent: RealGitea.isPresent,
      make: { try await RealGitea() }),
  ]

  /// A scheduled merge of Gitea isn't bound to a commit, its statuses have no suites, it closes a pull
  /// request without a branch, and its deliveries can't be listed.
  private static let giteaLacks: Set = [
    "automaticMerging", "checkSuites", "checkRestarts", "headBranches", "redelivery",
  ]

  private static func gitea(_ kind: ForgeKind, _ flavour: String) -> ContractHost {
    ContractHost(
      kind: kind, lacks: giteaLacks, isPresent: FakeHost.isPresent,
      make: {
        let fake = try await FakeHost.fresh("faketea", flavour: flavour)
        return try await FakeStage(fake, try fake.gitea(kind))
      })
  }

  static let present = all.filter(\.isPresent)
}

/// A fake host with the control API of fakehub, which fakelab and faketea share.
struct FakeStage: ContractStage {
  let fake: FakeHost
  let forge: any Forge

  init(_ fake: FakeHost, _ forge: any Forge) async throws {
    self.fake = fake
    self.forge = forge
    try await fake.control(
      "repo",
      [
        "full_name": "acme/web", "allow_auto_merge": true,
        "files": ["a.txt": "1\n", "c.txt": "3\n"], "collaborators": ["ann": "write"],
        "protection": ["contexts": ["build"]],
      ])
  }

  func push(_ text: String, to branch: String) async throws {
    try await fake.control(
      "commit",
      [
        "repo": "acme/web", "branch": .string(branch), "files": ["a.txt": .string(text)],
        "message": "Mine", "author": "ann",
      ])
  }

  func report(_ check: String, _ state: String, on number: Int) async throws {
    try await fake.control(
      "status",
      [
        "repo": "acme/web", "pr": .int(number), "context": .string(check), "state": .string(state),
      ])
  }

  func close(_ number: Int) async throws {
    try await fake.control(
      "pr", ["repo": "acme/web", "pr": .int(number), "by": "ann", "state": "closed"])
  }

  func edit(_ issue: Int, to text: String) async throws {
    try await fake.control(
      "issue",
      ["repo": "acme/web", "issue": .int(issue), "by": "ann", "body": .string(text)])
  }

  func violations() async throws -> [String] { try await fake.violations().map { "\($0)" } }
}

/// A folder, in which ann has the same rights as we do.
final class LocalStage: ContractStage {
  private let path =
    FileManager.default.temporaryDirectory.path + "/martlet-contract-\(uniqueName())"
  private let ours: LocalForge
  private let anns: LocalForge
  private let repository: RepositoryName

  var forge: any Forge { ours }

  init() throws {
    let url = "file://\(path)"
    ours = try #require(LocalForge(name: "here", url: url))
    anns = try #require(LocalForge(name: "here", url: url, login: "ann"))
    repository = try #require(RepositoryName("acme/web"))
    let git = try Git.Repository.create(at: "\(path)/acme/web.git")
    let files = try ["a.txt": "1\n", "c.txt": "3\n"].mapValues { text in
      Git.Repository.TreeChange.set(
        sha: try git.write(blob: Array(text.utf8)), mode: 0o100644)
    }
    let ann = Signature(name: "Ann", email: "ann@acme.dev", seconds: 1_700_000_000)
    let start = try git.write(
      tree: try git.writeTree(from: nil, files), parents: [], message: "Start", author: ann,
      committer: ann)
    try git.setReference("refs/heads/main", to: start, expecting: nil)
    let settings = "\(path)/acme/web.pulls"
    try FileManager.default.createDirectory(atPath: settings, withIntermediateDirectories: true)
    let text = #"{"permissions": {"ann": "write"}, "required-checks": {"main": ["build"]}}"#
    try text.write(toFile: "\(settings)/settings.json", atomically: true, encoding: .utf8)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func push(_ text: String, to branch: String) async throws {
    let head = try #require(try await anns.head(of: branch, in: repository))
    let commit = CommitProposal(
      parent: head, changes: ["a.txt": .write(Array(text.utf8), mode: .regular)], message: "Mine")
    _ = try await anns.writeBranch(commit, on: branch, expecting: head, in: repository)
  }

  func report(_ check: String, _ state: String, on number: Int) async throws {
    let head = try await ours.pullRequest(number, in: repository).headSHA
    try await ours.report(
      Check(name: check, state: Check.State(word: state)), of: head, in: repository)
  }

  func close(_ number: Int) async throws {
    _ = try await anns.update(number, PullRequestEdit(isOpen: false), in: repository)
  }

  func edit(_ issue: Int, to text: String) async throws {
    _ = try await anns.updateIssue(issue, IssueEdit(body: text), in: repository)
  }

  func violations() async throws -> [String] { [] }
}
