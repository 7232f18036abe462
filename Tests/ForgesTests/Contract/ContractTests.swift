import FoundationEssentials
import Testing

@testable import Forges

/// What martlet relies on, on every forge.
@Suite(.serialized) struct `The contract of a forge` {
  let web: RepositoryName
  private let branch = "martlet/npm/a"

  init() throws { web = try #require(RepositoryName("acme/web")) }

  /// A commit that writes `a.txt`, on top of main.
  private func proposal(_ text: String, on forge: any Forge) async throws -> CommitProposal {
    let base = try #require(try await forge.head(of: "main", in: web))
    return CommitProposal(
      parent: base, changes: ["a.txt": .write(Array(text.utf8), mode: .regular)],
      message: "Bump a\n\n\(text)")
  }

  private func writeBranch(
    _ text: String, expecting head: String? = nil, on forge: any Forge
  ) async throws -> String {
    let write = try await forge.writeBranch(
      try await proposal(text, on: forge), on: branch, expecting: head, in: web)
    guard case .written(let commit) = write else {
      Issue.record("\(write)")
      return ""
    }
    return commit
  }

  private func draft(_ title: String = "Bump a", _ body: String = "Bumps a.") -> PullRequestDraft {
    PullRequestDraft(head: branch, base: "main", title: title, body: body)
  }

  private func text(of path: String, at commit: String, on forge: any Forge) async throws -> String
  {
    let entry = try #require(try await forge.tree(at: commit, in: web).first { $0.path == path })
    let bytes = try await forge.blob(entry.sha, limit: 99, in: web)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: ContractHost.present)
  func `a pull request is published once`(host: ContractHost) async throws {
    let stage = try await host.make()
    let forge = stage.forge
    let me = try await forge.identity()
    let head = try await writeBranch("new\n", on: forge)
    #expect(try await forge.head(of: branch, in: web) == head)
    #expect(try await text(of: "a.txt", at: head, on: forge) == "new\n")
    let main = try #require(try await forge.head(of: "main", in: web))
    let commits = try await forge.commits(from: main, to: head, in: web)
    #expect(commits.map(\.sha) == [head])
    #expect(commits.first?.message.hasPrefix("Bump a") == true)
    let opened = try await forge.open(draft(), in: web)
    guard case .created(let pull) = opened else {
      Issue.record("\(opened)")
      return
    }
    #expect(pull.title == "Bump a" && pull.body == "Bumps a." && pull.headSHA == head)
    #expect(pull.author?.login == me.login)
    guard case .existed(let same) = try await forge.open(draft(), in: web) else {
      Issue.record("opened twice")
      return
    }
    #expect(same.number == pull.number)
    let query = PullRequestQuery(head: branch, base: "main")
    #expect(try await forge.pullRequests(query, in: web).map(\.number) == [pull.number])
    #expect(try await stage.violations() == [])
  }

  @Test(arguments: ContractHost.present)
  func `a pull request is updated in place`(host: ContractHost) async throws {
    let stage = try await host.make()
    let forge = stage.forge
    let first = try await writeBranch("new\n", on: forge)
    let number = try await forge.open(draft(), in: web).value.number
    let second = try await writeBranch("newer\n", expecting: first, on: forge)
    #expect(second != first)
    let edit = PullRequestEdit(title: "Bump a again", body: "Bumps a again.")
    _ = try await forge.update(number, edit, in: web)
    let now = try await forge.pullRequest(number, in: web)
    #expect(now.headSHA == second && now.title == "Bump a again" && now.body == "Bumps a again.")
    #expect(try await text(of: "a.txt", at: second, on: forge) == "newer\n")
    #expect(try await stage.violations() == [])
  }

  @Test(arguments: ContractHost.present)
  func `a person's push survives`(host: ContractHost) async throws {
    let stage = try await host.make()
    let forge = stage.forge
    let ours = try await writeBranch("new\n", on: forge)
    try await stage.push("mine\n", to: branch)
    let theirs = try #require(try await forge.head(of: branch, in: web))
    #expect(theirs != ours)
    let next = try await proposal("newer\n", on: forge)
    let replaced = try await forge.writeBranch(next, on: branch, expecting: ours, in: web)
    #expect(replaced == .lost(head: theirs))
    let created = try await forge.writeBranch(next, on: branch, expecting: nil, in: web)
    #expect(created == .lost(head: theirs))
    let deleted = try await forge.deleteBranch(branch, at: ours, in: web)
    #expect(deleted == .lost(head: theirs))
    #expect(try await forge.head(of: branch, in: web) == theirs)
    #expect(try await stage.violations() == [])
  }

  @Test(arguments: ContractHost.present)
  func `it is known who closed a pull request`(host: ContractHost) async throws {
    let stage = try await host.make()
    let forge = stage.forge
    let me = try await forge.identity()
    _ = try await writeBranch("new\n", on: forge)
    let number = try await forge.open(draft(), in: web).value.number
    let closed = try await forge.update(number, PullRequestEdit(isOpen: false), in: web)
    #expect(closed.state == .closed)
    if let closings = forge.closings, !host.notFaked.contains("closings") {
      #expect(try await closings.closer(of: number, in: web)?.login == me.login)
    }
    let second = try await forge.open(draft("Bump a again"), in: web).value.number
    #expect(second != number)
    try await stage.close(second)
    #expect(try await forge.pullRequest(second, in: web).state == .closed)
    if let closings = forge.closings, !host.notFaked.contains("closings") {
      #expect(try await closings.closer(of: second, in: web)?.login == "ann")
    }
    #expect(try await stage.violations() == [])
  }

  @Test(arguments: ContractHost.present)
  func `labels, assignees and milestones are set once`(host: ContractHost) async throws {
    let stage = try await host.make()
    let forge = stage.forge
    _ = try await writeBranch("new\n", on: forge)
    let number = try await forge.open(draft(), in: web).value.number
    if let labelling = forge.labelling {
      let label = Label(name: "dependencies", color: "0366d6", about: "Updates")
      #expect(try await labelling.createLabel(label, in: web) == .created(label))
      guard case .existed(let known) = try await labelling.createLabel(label, in: web) else {
        Issue.record("created twice")
        return
      }
      #expect(known.name == label.name)
      #expect(try await labelling.labels(in: web).filter { $0.name == label.name }.count == 1)
      for _ in 0..<2 { try await labelling.addLabels([label.name], to: number, in: web) }
      #expect(try await forge.pullRequest(number, in: web).labels == [label.name])
      for _ in 0..<2 { try await labelling.removeLabel(label.name, from: number, in: web) }
      #expect(try await forge.pullRequest(number, in: web).labels == [])
    }
    if let assigning = forge.assigning {
      for _ in 0..<2 { try await assigning.assign(["ann"], to: number, in: web) }
      #expect(try await forge.pullRequest(number, in: web).assignees == ["ann"])
    }
    #expect(try await stage.violations() == [])
  }

  @Test(arguments: ContractHost.present)
  func `comments keep their markers and get one reaction`(host: ContractHost) async throws {
    let stage = try await host.make()
    let forge = stage.forge
    _ = try await writeBranch("new\n", on: forge)
    let number = try await forge.open(draft(), in: web).value.number
    let me = try await forge.identity().login
    let marked = "<!-- martlet-ci -->\nThe check **build** failed."
    let comment = try await forge.comment(marked, on: number, in: web)
    let listed = try await forge.comments(on: number, in: web)
    #expect(listed.map(\.body) == [marked])
    #expect(listed.first?.author?.login == me)
    #expect(listed.first?.isEdited == false)
    try await forge.updateComment(comment.id, on: number, to: "Fixed.", in: web)
    #expect(try await forge.comments(on: number, in: web).map(\.body) == ["Fixed."])
    if let reactions = forge.reactions, !host.notFaked.contains("reactions") {
      for _ in 0..<2 {
        try await reactions.react(.thumbsUp, to: comment.id, on: number, in: web)
      }
      #expect(try await reactions.reactors(to: comment.id, on: number, in: web) == [me])
      #expect(try await forge.comments(on: number, in: web).first?.reactions ?? 1 == 1)
    }
    let activity = try await forge.activity(since: nil, in: web).filter { $0.number == number }
    #expect(activity.map(\.isOpen) == [true])
    #expect(activity.first?.comments ?? 1 == 1)
    #expect(try await stage.violations() == [])
  }

  @Test(arguments: ContractHost.present)
  func `checks lead to a verdict`(host: ContractHost) async throws {
    let stage = try await host.make()
    let forge = stage.forge
    let head = try await writeBranch("new\n", on: forge)
    let number = try await forge.open(draft(), in: web).value.number
    func outcomes() async throws -> [Check.State.Outcome] {
      try await forge.checks(of: head, in: web).filter { $0.name == "build" }.map(\.state.outcome)
    }
    // A host may announce a check before it begins.
    #expect(try await outcomes().allSatisfy { $0 == .pending })
    for (state, outcome) in [
      ("pending", Check.State.Outcome.pending), ("failure", .failed), ("success", .passed),
    ] {
      try await stage.report("build", state, on: number)
      #expect(try await outcomes() == [outcome], "\(state)")
    }
    if let rules = forge.branchRules {
      let rules = try await rules.rules(of: "main", in: web)
      #expect(rules.demandsAllChecks || rules.checks.map(\.name) == ["build"])
      #expect(rules.unread == nil)
    }
    #expect(try await stage.violations() == [])
  }

  @Test(arguments: ContractHost.present)
  func `only the judged commit is merged`(host: ContractHost) async throws {
    let stage = try await host.make()
    let forge = stage.forge
    let head = try await writeBranch("new\n", on: forge)
    let number = try await forge.open(draft(), in: web).value.number
    func merge(_ commit: String) async throws -> MergeOutcome {
      try await forge.merge(number, at: commit, by: .squash, in: web)
    }
    guard case .refused = try await merge(head) else {
      Issue.record("merged without the required check")
      return
    }
    try await stage.report("build", "success", on: number)
    let other = try #require(try await forge.head(of: "main", in: web))
    #expect(try await merge(other) == .headMoved)
    guard case .merged = try await merge(head) else {
      Issue.record("not merged")
      return
    }
    let main = try #require(try await forge.head(of: "main", in: web))
    #expect(try await text(of: "a.txt", at: main, on: forge) == "new\n")
    #expect(try await forge.pullRequest(number, in: web).state == .merged)
    _ = try await forge.deleteBranch(branch, at: head, in: web)
    #expect(try await forge.head(of: branch, in: web) == nil)
    #expect(try await forge.deleteBranch(branch, at: head, in: web) == .moved)
    #expect(try await stage.violations() == [])
  }

  @Test(arguments: ContractHost.present)
  func `auto-merge is switched on and off`(host: ContractHost) async throws {
    let stage = try await host.make()
    let forge = stage.forge
    guard let merging = forge.automaticMerging else { return }
    let head = try await writeBranch("new\n", on: forge)
    let number = try await forge.open(draft(), in: web).value.number
    let me = try await forge.identity().login
    try await stage.report("build", "pending", on: number)
    for _ in 0..<2 {
      let outcome = try await merging.enableAutoMerge(number, at: head, by: .squash, in: web)
      #expect(outcome == .enabled)
    }
    #expect(try await forge.pullRequest(number, in: web).autoMergeBy == me)
    for _ in 0..<2 { try await merging.disableAutoMerge(number, in: web) }
    #expect(try await forge.pullRequest(number, in: web).hasAutoMerge == false)
    #expect(try await stage.violations() == [])
  }

  @Test(arguments: ContractHost.present)
  func `a draft is made ready for review`(host: ContractHost) async throws {
    let stage = try await host.make()
    let forge = stage.forge
    guard let drafts = forge.drafts else { return }
    _ = try await writeBranch("new\n", on: forge)
    var wanted = draft()
    wanted.isDraft = true
    let number = try await forge.open(wanted, in: web).value.number
    #expect(try await forge.pullRequest(number, in: web).isDraft)
    for _ in 0..<2 { try await drafts.endDraft(number, in: web) }
    let ready = try await forge.pullRequest(number, in: web)
    #expect(!ready.isDraft && ready.title == wanted.title)
    #expect(try await stage.violations() == [])
  }

  @Test(arguments: ContractHost.present)
  func `texts of the largest size arrive`(host: ContractHost) async throws {
    let stage = try await host.make()
    let forge = stage.forge
    _ = try await writeBranch("new\n", on: forge)
    let limits = forge.kind.textLimits
    let title = String(repeating: "t", count: limits.title)
    let body = String(repeating: "b", count: limits.body)
    let number = try await forge.open(draft(title, body), in: web).value.number
    let pull = try await forge.pullRequest(number, in: web)
    #expect(pull.title == title && pull.body == body)
    #expect(try await stage.violations() == [])
  }

  @Test(arguments: ContractHost.present)
  func `only people with write access may command`(host: ContractHost) async throws {
    let stage = try await host.make()
    #expect(try await stage.forge.permission(of: "ann", in: web) >= .write)
    #expect(try await stage.forge.permission(of: "stranger", in: web) < .write)
    #expect(try await stage.violations() == [])
  }

  @Test(arguments: ContractHost.present)
  func `a missing capability is nil`(host: ContractHost) async throws {
    let forge = try await host.make().forge
    #expect(forge.kind == host.kind)
    let capabilities: [String: Bool] = [
      "automaticMerging": forge.automaticMerging != nil, "branchRules": forge.branchRules != nil,
      "checkSuites": forge.checkSuites != nil, "closings": forge.closings != nil,
      "headBranches": forge.headBranches != nil,
      "pullRequestChanges": forge.pullRequestChanges != nil,
      "reviews": forge.reviews != nil, "reactions": forge.reactions != nil,
      "labelling": forge.labelling != nil, "assigning": forge.assigning != nil,
      "reviewRequests": forge.reviewRequests != nil, "milestones": forge.milestones != nil,
      "drafts": forge.drafts != nil, "redelivery": forge.redelivery != nil,
      "issues": forge.issues != nil, "grants": forge.grants != nil,
      "checkRestarts": forge.checkRestarts != nil,
    ]
    #expect(Set(capabilities.filter { !$0.value }.keys) == host.lacks)
  }
}

@Suite struct `The hosts of the contract suite` {
  @Test func `every kind that is served has a contract`() {
    #expect(Set(ContractHost.all.map(\.kind)) == Set(ForgeKind.all))
  }
}
