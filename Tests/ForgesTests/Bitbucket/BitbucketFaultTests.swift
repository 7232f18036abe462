import HTTP
import JSON
import TestSupport
import Testing

@testable import Forges

/// Every write of a pull request's life, each with every fault that an answer can have.
@Suite(.serialized, .needsFakeHost) struct BitbucketFaultTests {
  private static let operations = [
    "git:git-receive-pack", "pull-request-create", "comment-create", "comment-update",
    "pull-request-update", "pull-request-decline", "pull-request-reopen", "pull-request-merge",
  ]
  private static let actions: [(String, [(String, Value)])] = [
    ("drop_before", []), ("drop_after", []), ("status", [("status", 500)]), ("html_502", []),
    ("status_after", [("status", 500)]), ("partial", []), ("bad_json", []),
  ]

  private let web: RepositoryName

  init() throws { web = try #require(RepositoryName("acme/web")) }

  @Test(arguments: operations)
  func `a fault loses nothing and makes nothing twice`(operation: String) async throws {
    let fake = try await FakeHub.fresh("fakebucket")
    var (injected, losses): (Int, [String]) = (0, [])
    for (action, more) in Self.actions {
      // Git has no JSON and no limits.
      if operation.hasPrefix("git:"), !["drop_before", "drop_after", "html_502"].contains(action) {
        continue
      }
      try await fake.control("reset", [:])
      try await fake.control("faults", method: .delete)
      let forge = try fake.bitbucket()
      let stage = try await FakeStage(fake, forge)
      try await fake.fault(operation, action, more)
      try await live(forge, stage)
      let hits = try await fake.control("faults").array?.first?["hits"]?.int ?? 0
      injected += hits
      if let loss = try await loss(fake) { losses.append("\(action): \(loss)") }
    }
    print("| \(operation) | \(injected) injected | \(losses.count) lost |")
    #expect(losses == [])
    #expect(injected >= 3, "\(operation) was not hit")
  }

  private func live(_ forge: BitbucketForge, _ stage: FakeStage) async throws {
    let base = try #require(try await forge.head(of: "main", in: web))
    let commit = CommitProposal(
      parent: base, changes: ["a.txt": .write(Array("2\n".utf8), mode: .regular)],
      message: "Bump a")
    guard case .placed(let head) = try await forge.place(commit, on: "b", expecting: nil, in: web)
    else { return }
    let draft = PullRequestDraft(head: "b", base: "main", title: "Bump a", body: "Text")
    let number = try await forge.open(draft, in: web).value.number
    let comment = try await forge.comment("Hello", on: number, in: web)
    try await forge.updateComment(comment.id, on: number, to: "Hello again", in: web)
    for isOpen in [false, true] {
      _ = try await forge.update(number, PullRequestEdit(isOpen: isOpen), in: web)
    }
    _ = try await forge.update(number, PullRequestEdit(body: "New"), in: web)
    try await stage.report("build", "success", on: number)
    _ = try await forge.merge(number, at: head, by: .squash, in: web)
    _ = try await forge.deleteBranch("b", at: head, in: web)
  }

  /// A missing or duplicate result; nil if there is neither.
  private func loss(_ fake: FakeHub) async throws -> String? {
    let state = try await fake.state()
    let pulls = state["prs"]?.array ?? []
    guard pulls.count == 1, let pull = pulls.first else { return "\(pulls.count) pull requests" }
    if pull["merged"] != true { return "not merged" }
    if pull["body"] != "New" { return "not edited" }
    let comments = pull["comments"]?.array ?? []
    if comments.count != 1 { return "\(comments.count) comments" }
    if comments.first?["body"] != "Hello again" { return "the comment was not edited" }
    if state["branches"]?["b"] != nil { return "the branch is left" }
    if state["files"]?["main"]?["a.txt"] != "2\n" { return "no change" }
    let wrong = try await fake.violations()
    return wrong.isEmpty ? nil : "\(wrong)"
  }
}
