import HTTP
import JSON
import TestSupport
import Testing

@testable import Forges

/// Every write of a pull request's life, each with every fault that an answer can have.
@Suite(.serialized, .needsFakeHost) struct AzureFaultTests {
  private static let operations = [
    "git:git-receive-pack", "pull-request-create", "thread-create", "comment-update",
    "pull-request-update",
  ]
  private static let actions: [(String, [(String, Value)])] = [
    ("drop_before", []), ("drop_after", []), ("status", [("status", 500)]), ("html_502", []),
    ("status_after", [("status", 500)]), ("partial", []), ("bad_json", []),
  ]

  private let web: RepositoryName

  init() throws { web = try #require(RepositoryName("acme/web")) }

  /// Changes of a pull request are one operation: a text, its end, its opening, its completion.
  @Test(arguments: operations, 0..<4)
  func `a fault loses nothing and makes nothing twice`(operation: String, skip: Int) async throws {
    guard skip == 0 || operation == "pull-request-update" else { return }
    let fake = try await FakeHub.fresh("fakeazure")
    var (injected, losses): (Int, [String]) = (0, [])
    for (action, more) in Self.actions {
      // Git has no JSON and no limits.
      if operation.hasPrefix("git:"), !["drop_before", "drop_after", "html_502"].contains(action) {
        continue
      }
      try await fake.control("reset", [:])
      try await fake.control("faults", method: .delete)
      let forge = try fake.azure()
      let stage = try await FakeStage(fake, forge)
      try await fake.fault(operation, action, more + [("skip", .int(skip))])
      try await live(forge, stage)
      injected += try await fake.control("faults").array?.first?["hits"]?.int ?? 0
      if let loss = try await loss(fake) { losses.append("\(action): \(loss)") }
    }
    print("| \(operation) \(skip) | \(injected) injected | \(losses.count) lost |")
    #expect(losses == [])
    #expect(injected >= 3, "\(operation) was not hit")
  }

  private func live(_ forge: AzureForge, _ stage: FakeStage) async throws {
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
