import FoundationEssentials
import HTTP
import JSON
import TestSupport
import Testing

@testable import Forges

/// A merge request on fakelab with pipelines of jobs such as `build success`.
private struct Pipelines {
  let fake: FakeHost
  let forge: GitLabForge
  let stage: FakeStage
  let web: RepositoryName
  let head: String
  let number: Int

  init(_ settings: Value = [:]) async throws {
    fake = try await FakeHost.fresh("fakelab")
    forge = try fake.gitLab()
    stage = try await FakeStage(fake, forge)
    web = try #require(RepositoryName("acme/web"))
    try await fake.control("settings", ["repo": "acme/web", "settings": settings])
    let base = try #require(try await forge.head(of: "main", in: web))
    let proposal = CommitProposal(
      parent: base, changes: ["a.txt": .write(Array("2\n".utf8), mode: .regular)],
      message: "Two\n\nThe trailer")
    _ = try await forge.writeBranch(proposal, on: "martlet/npm/a", expecting: nil, in: web)
    head = try #require(try await forge.head(of: "martlet/npm/a", in: web))
    let draft = PullRequestDraft(head: "martlet/npm/a", base: "main", title: "Two", body: "Two.")
    number = try await forge.open(draft, in: web).value.number
  }

  /// Adds a pipeline; a job that may fail has `?` after its status.
  func add(_ jobs: String, source: String = "push", status: String? = nil) async throws {
    let list = jobs.split(separator: ",").map { job -> Value in
      let words = job.split(separator: " ")
      return [
        "name": .string(String(words[0])), "status": .string(String(words[1].prefix { $0 != "?" })),
        "allow_failure": .bool(words[1].hasSuffix("?")),
      ]
    }
    var body = Object([
      ("repo", "acme/web"), ("pr", .int(number)), ("source", .string(source)),
      ("jobs", .array(list)),
    ])
    body["status"] = status.map(Value.string)
    try await fake.control("pipeline", .object(body))
  }

  /// The merge request once GitLab has checked it: the first look only starts the check.
  func checkedPull() async throws -> PullRequest {
    _ = try await forge.pullRequest(number, in: web)
    return try await forge.pullRequest(number, in: web)
  }

  /// The checks as `build success, lint neutral`.
  func checks() async throws -> String {
    try await forge.checks(of: head, in: web).map { "\($0.name) \($0.state.word)" }
      .joined(separator: ", ")
  }
}

@Suite(.needsFakeHost, .serialized) struct `A pipeline of GitLab` {
  @Test(arguments: [
    ("build success,lint failed?", nil, "build success, lint neutral"),
    ("build failed,lint success", nil, "build failure, lint success"),
    ("build running,lint created", nil, "build pending, lint pending"),
    ("build success,deploy manual", nil, "build success, deploy waiting"),
    ("build success,deploy manual?", nil, "build success, deploy skipped"),
    ("build canceled", nil, "build cancelled"),
    ("", "failed", "pipeline failure"), ("", "skipped", "pipeline skipped"),
    ("", "created", "pipeline pending"),
    ("build success", "running", "build success, pipeline pending"),
    ("build success", "canceled", "build success, pipeline cancelled"),
    ("build success", "frozen", "build success, pipeline frozen"),
  ])
  func `jobs are checks, and so is a pipeline that they don't explain`(
    jobs: String, status: String?, expected: String
  ) async throws {
    let scene = try await Pipelines()
    try await scene.add(jobs, status: status)
    #expect(try await scene.checks() == expected)
    #expect(try await scene.fake.violations().isEmpty)
  }

  @Test(arguments: [(false, "pipeline waiting"), (true, "build skipped")])
  func `a skipped pipeline waits for a person unless the project accepts it`(
    isAccepted: Bool, expected: String
  ) async throws {
    let scene = try await Pipelines([
      "only_allow_merge_if_pipeline_succeeds": true,
      "allow_merge_on_skipped_pipeline": .bool(isAccepted),
    ])
    try await scene.add("build skipped")
    _ = try await scene.forge.rules(of: "main", in: scene.web)
    #expect(try await scene.checks() == expected)
  }

  @Test func `the merge request's pipeline decides, and the newest one`() async throws {
    let scene = try await Pipelines()
    try await scene.add("build failed")
    #expect(try await scene.checks() == "build failure")
    try await scene.add("build failed", source: "merge_request_event")
    try await scene.add("build success", source: "merge_request_event")
    #expect(try await scene.checks() == "build success")
    try await scene.add("build failed")
    #expect(try await scene.checks() == "build success")
  }

  @Test func `statuses of other systems count beside the pipeline`() async throws {
    let scene = try await Pipelines()
    try await scene.add("build success")
    try await scene.stage.report("coverage", "failure", on: scene.number)
    #expect(try await scene.checks() == "build success, coverage failure")
    try await scene.stage.report("coverage", "success", on: scene.number)
    #expect(try await scene.checks() == "build success, coverage success")
  }

  @Test(
    arguments: [
      (["only_allow_merge_if_pipeline_succeeds": true], "build failed", "after a pipeline"),
      (["only_allow_merge_if_pipeline_succeeds": true], "build running", "is not finished"),
      (["approvals_required": 1], "build success", "needs an approval"),
      (["only_allow_merge_if_all_discussions_are_resolved": true], "build success", "threads"),
    ] as [(Value, String, String)])
  func `a blocked merge has its reason`(
    settings: Value, jobs: String, reason: String
  ) async throws {
    let scene = try await Pipelines(settings)
    try await scene.add(jobs)
    try await scene.fake.control("thread", ["repo": "acme/web", "pr": .int(scene.number)])
    let pull = try await scene.checkedPull()
    #expect(pull.mergeState == .blocked)
    #expect(pull.obstacle?.contains(reason) == true, "\(pull.obstacle ?? "")")
    let outcome = try await scene.forge.merge(
      scene.number, at: scene.head, by: .merge, in: scene.web)
    guard case .refused(let words) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(words.contains(reason))
  }

  @Test func `a skipped pipeline blocks only if the project says so`() async throws {
    for isAllowed in [false, true] {
      let scene = try await Pipelines([
        "only_allow_merge_if_pipeline_succeeds": true,
        "allow_merge_on_skipped_pipeline": .bool(isAllowed),
      ])
      try await scene.add("build skipped")
      let pull = try await scene.checkedPull()
      #expect(pull.mergeState == (isAllowed ? .clean : .blocked))
    }
  }

  @Test func `a merge waits until GitLab has checked`() async throws {
    let scene = try await Pipelines(["only_allow_merge_if_pipeline_succeeds": false])
    try await scene.fake.control("limits", ["mergeable_lag": 2])
    let merged = try await scene.forge.merge(
      scene.number, at: scene.head, by: .merge, in: scene.web)
    guard case .merged = merged else {
      Issue.record("\(merged)")
      return
    }
  }

  @Test(arguments: [
    ("merge", "never", MergeMethod.squash, "do not allow squashing"),
    ("merge", "default_off", .rebase, "is not fast-forward"),
    ("ff", "always", .rebase, "require squashing"),
  ])
  func `a method against the project's settings is refused`(
    method: String, squash: String, asked: MergeMethod, reason: String
  ) async throws {
    let scene = try await Pipelines([
      "merge_method": .string(method), "squash_option": .string(squash),
      "only_allow_merge_if_pipeline_succeeds": false,
    ])
    let outcome = try await scene.forge.merge(
      scene.number, at: scene.head, by: asked, in: scene.web)
    guard case .refused(let words) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(words.contains(reason))
  }

  @Test func `a merge train is entered, not bypassed`() async throws {
    let scene = try await Pipelines(["merge_trains_enabled": true])
    try await scene.fake.control("limits", ["premium": true])
    #expect(try await scene.forge.rules(of: "main", in: scene.web).hasMergeQueue)
    try await scene.add("build success")
    let outcome = try await scene.forge.enableAutoMerge(
      scene.number, at: scene.head, by: .merge, in: scene.web)
    #expect(outcome == .enabled)
    #expect(try await scene.fake.state()["merge_train"] == [.int(scene.number)])
    #expect(try await scene.fake.violations().isEmpty)
  }

  @Test func `a train reports whether it still has a merge request`() async throws {
    let scene = try await Pipelines(["merge_trains_enabled": true, "approvals_required": 1])
    try await scene.fake.control("limits", ["premium": true])
    try await scene.add("build success")
    func act(_ what: String, _ more: [(String, Value)]) async throws {
      let body = Object([("repo", "acme/web"), ("pr", .int(scene.number))] + more)
      try await scene.fake.control(what, .object(body))
    }
    func isQueued() async throws -> Bool? {
      try await scene.forge.isQueued(scene.number, in: scene.web)
    }
    // It waits for the approval, and for the train after that.
    _ = try await scene.forge.enableAutoMerge(
      scene.number, at: scene.head, by: .merge, in: scene.web)
    #expect(try await isQueued() == true)
    try await act("pr", [("by", "ann"), ("approve", true)])
    _ = try await scene.forge.disableAutoMerge(scene.number, in: scene.web)
    _ = try await scene.forge.enableAutoMerge(
      scene.number, at: scene.head, by: .merge, in: scene.web)
    #expect(try await isQueued() == true)
    try await act("train", [("result", "failed")])
    #expect(try await isQueued() == false)
    #expect(try await scene.fake.violations().isEmpty)
  }

  @Test(arguments: [
    ("default_off", MergeMethod.squash, true), ("always", .merge, true),
    ("default_off", .merge, false),
  ])
  func `squashed commits have the message of ours`(
    option: String, method: MergeMethod, isSquashed: Bool
  ) async throws {
    let scene = try await Pipelines(["squash_option": .string(option)])
    try await scene.add("build success")
    let outcome = try await scene.forge.merge(
      scene.number, at: scene.head, by: method, in: scene.web)
    guard case .merged(let commit) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    let message = try await scene.forge.message(of: commit, in: scene.web)
    #expect((message == "Two\n\nThe trailer\n") == isSquashed, "\(message ?? "")")
    #expect(try await scene.fake.violations().isEmpty)
  }

  @Test func `a project's own template for squashed commits is kept`() throws {
    let json =
      #"{"id": 1, "path_with_namespace": "acme/web", "squash_commit_template": "%{title}"}"#
    let response = Response(status: 200, headers: [:], body: Array(json.utf8))
    let call = HostCall.get(["projects", "1"], scope: .account)
    let project: GitLabProject = try HostPayload.decode(response, call)
    #expect(project.squashCommitTemplate == "%{title}")
  }

  @Test func `auto-merge is not asked for without a pipeline to wait for`() async throws {
    let scene = try await Pipelines(["only_allow_merge_if_pipeline_succeeds": true])
    let outcome = try await scene.forge.enableAutoMerge(
      scene.number, at: scene.head, by: .merge, in: scene.web)
    guard case .unavailable(let reason) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(reason.contains("pipeline"))
    #expect(try await scene.forge.pullRequest(scene.number, in: scene.web).state == .open)
  }

  @Test(arguments: ["unchecked", "checking", "preparing", "approvals_syncing"])
  func `a status that is computed says nothing`(word: String) {
    #expect(GitLabMergeStatus(word: word).state == nil)
    #expect(GitLabMergeStatus(word: word).obstacle == nil)
  }

  @Test(arguments: [
    ("mergeable", PullRequest.MergeState.clean), ("need_rebase", .behind),
    ("conflict", .conflicting), ("draft_status", .draft), ("ci_must_pass", .blocked),
    ("ci_still_running", .blocked), ("not_approved", .blocked), ("requested_changes", .blocked),
    ("discussions_not_resolved", .blocked), ("status_checks_must_pass", .blocked),
    ("security_policy_violations", .blocked), ("jira_association_missing", .blocked),
    ("merge_request_blocked", .blocked), ("merge_time", .blocked), ("locked_paths", .blocked),
    ("title_regex", .blocked), ("security_policy_pipeline_check", .blocked),
    ("locked_lfs_files", .blocked), ("commits_status", .blocked), ("blocked_status", .blocked),
    ("external_status_checks", .blocked), ("policies_denied", .blocked),
    ("jira_association", .blocked), ("broken_status", .conflicting), ("a new word", .blocked),
  ])
  func `a status is read, and an unknown one blocks`(
    word: String, state: PullRequest.MergeState
  ) {
    #expect(GitLabMergeStatus(word: word).state == state)
    #expect((GitLabMergeStatus(word: word).obstacle != nil) == (state == .blocked))
  }
}
