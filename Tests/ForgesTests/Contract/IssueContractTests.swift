import FoundationEssentials
import HTTP
import JSON
import TestSupport
import Testing

@testable import Forges

/// What martlet relies on for issues, on every forge that has them; in the same suite, because each
/// fake is shared.
extension `The contract of a forge` {
  private static let hosts = ContractHost.present.filter { !$0.lacks.contains("issues") }

  @Test(arguments: hosts)
  func `an issue is opened, changed, closed and opened again`(host: ContractHost) async throws {
    let stage = try await host.make()
    let issues = try #require(stage.forge.issues)
    let me = try await stage.forge.identity().login
    let made = try await issues.openIssue(title: "One", body: "First.", in: web)
    #expect(made.isOpen && made.title == "One" && made.body == "First.")
    #expect(made.author?.login == me)
    let edit = IssueEdit(title: "Two", body: "Second.")
    _ = try await issues.updateIssue(made.number, edit, in: web)
    let now = try #require(try await issues.issue(made.number, in: web))
    #expect(now.title == "Two" && now.body == "Second." && now.isOpen)
    let closed = try await issues.updateIssue(made.number, IssueEdit(isOpen: false), in: web)
    #expect(!closed.isOpen)
    #expect(try await issues.issues(by: me, .open, in: web).isEmpty)
    #expect(try await issues.issues(by: me, .closed, in: web).map(\.number) == [made.number])
    _ = try await issues.updateIssue(made.number, IssueEdit(isOpen: true), in: web)
    #expect(try await issues.issues(by: me, .open, in: web).map(\.number) == [made.number])
    #expect(try await issues.issues(by: me, .all, in: web).count == 1)
    #expect(try await issues.issues(by: "ann", .all, in: web).isEmpty)
    #expect(try await issues.issue(99, in: web) == nil)
    #expect(try await stage.violations() == [])
  }

  @Test(arguments: hosts)
  func `a text is replaced only if it is the expected one`(host: ContractHost) async throws {
    let stage = try await host.make()
    let issues = try #require(stage.forge.issues)
    let number = try await issues.openIssue(title: "One", body: "First.", in: web).number
    let edit = IssueEdit(body: "Mine.")
    guard
      case .written(let mine) = try await issues.replace("First.", of: number, by: edit, in: web)
    else {
      Issue.record("not replaced")
      return
    }
    #expect(mine.body == "Mine.")
    try await stage.edit(number, to: "Ann's.")
    guard
      case .changed(let anns) = try await issues.replace("Mine.", of: number, by: edit, in: web)
    else {
      Issue.record("overwritten")
      return
    }
    #expect(anns.body == "Ann's.")
    #expect(try await issues.replace("", of: 99, by: edit, in: web) == nil)
    #expect(try await stage.violations() == [])
  }

  @Test(arguments: hosts)
  func `who edited a text is known, or only writers can`(host: ContractHost) async throws {
    let stage = try await host.make()
    let issues = try #require(stage.forge.issues)
    let me = try await stage.forge.identity().login
    let number = try await issues.openIssue(title: "One", body: "- [ ] a", in: web).number
    let ours = try await issues.updateIssue(number, IssueEdit(body: "- [ ] b"), in: web)
    try await stage.edit(number, to: "- [x] b")
    switch try await issues.editors(of: number, since: nil, in: web) {
    case .accounts(let names): #expect(names == [me, "ann"])
    case .writers: #expect(host.kind == .gitea || host.kind == .forgejo)
    case .unknown(let reason): Issue.record("\(reason)")
    }
    let since = try #require(ours.updatedAt)
    if case .accounts(let names) = try await issues.editors(of: number, since: since, in: web) {
      #expect(names.contains("ann"))
    }
    #expect(try await stage.violations() == [])
  }

  @Test(arguments: hosts.filter { $0.kind != .local })
  func `a lost response does not make a second issue`(host: ContractHost) async throws {
    let stage = try #require(try await host.make() as? FakeStage)
    let issues = try #require(stage.forge.issues)
    for action in ["drop_after", "partial", "bad_json"] {
      try await stage.fake.control(
        "faults", ["method": "POST", "path": "/issues$", "action": .string(action)])
      let made = try await issues.openIssue(title: action, body: "First.", in: web)
      #expect(made.title == action)
      try await stage.fake.control("faults", method: .delete)
    }
    let me = try await stage.forge.identity().login
    #expect(try await issues.issues(by: me, .open, in: web).count == 3)
    #expect(try await stage.violations() == [])
  }

  @Test(arguments: hosts.filter { $0.kind != .local })
  func `a repository without issues refuses them`(host: ContractHost) async throws {
    let stage = try #require(try await host.make() as? FakeStage)
    try await stage.fake.control(
      "repo", ["full_name": "acme/plain", "files": ["a.txt": "1\n"], "has_issues": false])
    let plain = try #require(RepositoryName("acme/plain"))
    let issues = try #require(stage.forge.issues)
    let error = await #expect(throws: ForgeError.self) {
      _ = try await issues.openIssue(title: "One", body: "First.", in: plain)
    }
    #expect([.notFound, .forbidden].contains(try #require(error).code))
  }
}
