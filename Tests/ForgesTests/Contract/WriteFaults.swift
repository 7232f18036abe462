import HTTP
import JSON
import TestSupport
import Testing

@testable import Forges

/// Every fault that an answer to a write can have, and what may not follow from it.
struct WriteFaults {
  /// The fake, and the client that is tested.
  let program: String
  let connect: @Sendable (FakeHost) throws -> any Forge
  /// Whether the host says how long to wait.
  let hasLimits: Bool

  private var actions: [(String, [(String, Value)])] {
    [
      ("drop_before", []), ("drop_after", []), ("status", [("status", 500)]), ("html_502", []),
      ("status_after", [("status", 500)]), ("partial", []), ("bad_json", []),
    ] + (hasLimits ? [("limit", [("retry_after", 1)])] : [])
  }

  /// Injects each fault into one operation of a pull request's life.
  ///
  /// - Parameters:
  ///   - operation: as the fake names it.
  ///   - skip: how many requests of the operation are answered before the fault.
  ///   - file: the test file; each has a fake of its own.
  ///   - talk: what happens between the opening and the merge.
  ///   - lack: what of that the fake lacks; nil if nothing.
  /// - Throws: what isn't repeated.
  func inject(
    into operation: String, after skip: Int = 0, file: String = #fileID,
    talk: (any Forge, Int, RepositoryName) async throws -> Void, lack: (Value) -> String?
  ) async throws {
    let fake = try await FakeHost.fresh(program, for: file)
    var (injected, losses): (Int, [String]) = (0, [])
    for (action, more) in actions {
      // Git has no JSON and no limits.
      if operation.hasPrefix("git:"), !["drop_before", "drop_after", "html_502"].contains(action) {
        continue
      }
      try await fake.control("reset", [:])
      try await fake.control("faults", method: .delete)
      let forge = try connect(fake)
      let stage = try await FakeStage(fake, forge)
      try await fake.fault(operation, action, more + [("skip", .int(skip))])
      try await live(forge, stage, talk)
      injected += try await fake.control("faults").array?.first?["hits"]?.int ?? 0
      if let loss = try await loss(fake, lack) { losses.append("\(action): \(loss)") }
    }
    print("| \(operation) \(skip) | \(injected) injected | \(losses.count) lost |")
    #expect(losses == [])
    #expect(injected >= 3, "\(operation) was not hit")
  }

  private func live(
    _ forge: any Forge, _ stage: FakeStage,
    _ talk: (any Forge, Int, RepositoryName) async throws -> Void
  ) async throws {
    let web = try #require(RepositoryName("acme/web"))
    let base = try #require(try await forge.head(of: "main", in: web))
    let commit = CommitProposal(
      parent: base, changes: ["a.txt": .write(Array("2\n".utf8), mode: .regular)],
      message: "Bump a")
    guard
      case .written(let head) = try await forge.writeBranch(
        commit, on: "b", expecting: nil, in: web)
    else { return }
    let draft = PullRequestDraft(head: "b", base: "main", title: "Bump a", body: "Text")
    let number = try await forge.open(draft, in: web).value.number
    try await talk(forge, number, web)
    _ = try await forge.update(number, PullRequestEdit(body: "New"), in: web)
    try await stage.report("build", "success", on: number)
    _ = try await forge.merge(number, at: head, by: .squash, in: web)
    _ = try await forge.deleteBranch("b", at: head, in: web)
  }

  /// A missing or duplicate result; nil if there is neither.
  private func loss(_ fake: FakeHost, _ lack: (Value) -> String?) async throws -> String? {
    let state = try await fake.state()
    let pulls = state["prs"]?.array ?? []
    guard pulls.count == 1, let pull = pulls.first else { return "\(pulls.count) pull requests" }
    if pull["merged"] != true { return "not merged" }
    if pull["body"] != "New" { return "not edited" }
    let comments = pull["comments"]?.array ?? []
    if comments.count != 1 { return "\(comments.count) comments" }
    if state["branches"]?["b"] != nil { return "the branch is left" }
    if state["files"]?["main"]?["a.txt"] != "2\n" { return "no change" }
    if let lack = lack(state) { return lack }
    let wrong = try await fake.violations()
    return wrong.isEmpty ? nil : "\(wrong)"
  }
}
