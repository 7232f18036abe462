import HTTP
import JSON
import TestSupport
import Testing

/// Labels, assignees, reviewers and milestones that the forge refuses after a pull request was opened.
@Suite(.needsFakeHost, .serialized) struct `What a forge refuses to add to a pull request` {
  /// The requests that add something, and the lines of a report when they are refused.
  private func requests(of host: HostScene.Host) -> [(
    method: String, path: String, message: String
  )] {
    switch host {
    case .bitbucket: [("PUT", "/pull-requests/1$", "a review by ann cannot be requested")]
    case .azure: [("PUT", "/reviewers/", "a review by ann cannot be requested")]
    case .gitea, .forgejo, .forgejo11:
      [
        ("PATCH", "/pulls/1$", "ann cannot be assigned"),
        ("POST", "/requested_reviewers$", "a review by ann cannot be requested"),
        ("GET", "/assignees$", "ann cannot be assigned"),
      ]
    }
  }

  private static let entry = "assignees: [ann]\nreviewers: [ann]"

  private func refuse(
    _ method: String, _ path: String, _ status: Int, times: Int = 1, on fake: FakeHost
  ) async throws {
    try await fake.control("faults", method: .delete)
    try await fake.control(
      "faults",
      [
        "method": .string(method), "path": .string(path), "action": "status",
        "status": .int(status), "times": .int(times),
      ])
  }

  private func hits(_ fake: FakeHost) async throws -> Int {
    try await fake.control("faults").array?.first?["hits"]?.int ?? 0
  }

  @Test(arguments: HostScene.Host.allCases, [403, 404])
  func `once is added in the next pass`(host: HostScene.Host, status: Int) async throws {
    for (method, path, message) in requests(of: host) {
      let scene = try await HostScene(host, Self.entry)
      try await refuse(method, path, status, on: scene.fake)
      let first = try await scene.run()
      #expect(first.contains("\(host.pull(1)): \(message)"), "\(method) \(path)\n\(first)")
      #expect(try await hits(scene.fake) == 1)
      let second = try await scene.run()
      #expect(!second.contains("cannot be"), "\(second)")
      let pull = try await scene.pull()
      #expect(pull["reviewers"] == ["ann"])
      if HostScene.Host.giteas.contains(host) {
        #expect(pull["assignees"] == ["ann"])
      }
      let before = try await scene.requests()
      try await scene.run()
      let third = try await scene.requests() - before
      #expect(third <= 14, "\(third) requests")
      try await scene.expectOrder()
    }
  }

  @Test func `always is reported by each pass and tried three times`() async throws {
    let scene = try await HostScene(.gitea, "assignees: [ann]")
    try await refuse("PATCH", "/pulls/1$", 403, times: 100, on: scene.fake)
    for _ in 1...5 {
      let report = try await scene.run()
      #expect(report.contains("#1: ann cannot be assigned: the credential lacks the permission"))
    }
    #expect(try await hits(scene.fake) == 3)
    #expect(try await scene.martlet("run", "--strict").code == 3)
    // A new assignee in the file is tried at once.
    try await scene.fake.control("faults", method: .delete)
    let file = GitHubFiles.dependabot("assignees: [nobody7, ann]")
    try await scene.push(".github/dependabot.yml", file)
    let report = try await scene.run()
    #expect(report.contains("#1: nobody7 cannot be assigned: the forge ignores this account"))
    #expect(!report.contains(": ann cannot be assigned"))
    #expect(try await scene.pull()["assignees"] == ["ann"])
  }

  @Test(arguments: [403, 404]) func `once is added in the next pass on GitLab`(
    status: Int
  ) async throws {
    for message in ["ann cannot be assigned", "a review by ann cannot", "milestone 1 cannot"] {
      let scene = try await GitLabScene(
        message.hasPrefix("ann")
          ? "assignees: [ann]"
          : message.hasPrefix("a review") ? "reviewers: [ann]" : "milestone: 1",
        more: [("milestones", ["m1"])])
      try await refuse("PUT", "/merge_requests/1$", status, on: scene.fake)
      let first = try await scene.martlet("run").out
      #expect(first.contains("!1: \(message)"), "\(first)")
      let second = try await scene.martlet("run").out
      #expect(!second.contains("cannot be"), "\(second)")
      let pull = try await scene.pull()
      let isWhole =
        pull["assignees"] == ["ann"] || pull["reviewers"] == ["ann"] || pull["milestone"] != .null
      #expect(isWhole, "\(pull)")
    }
  }

  @Test(arguments: [403, 404]) func `because its labels can't be read is added later`(
    status: Int
  ) async throws {
    let scene = try await GitLabScene("labels: [bug, bugg]")
    try await refuse("GET", "/labels$", status, times: 3, on: scene.fake)
    let first = try await scene.martlet("run")
    #expect(first.code == 0 && first.out.contains("opened !1"), "\(first.out)")
    #expect(first.out.contains("!1: the label bug cannot be added"))
    #expect(!(try await scene.martlet("run").out.contains("cannot be added")))
    // GitLab creates a label with an unknown name, so that one is left out.
    #expect(try await scene.pull()["labels"] == ["bug"])
  }

  @Test func `because nobody has the name is reported on GitLab`() async throws {
    let scene = try await GitLabScene("assignees: [nobody7]\nreviewers: [nobody7, acme/team]")
    let report = try await scene.martlet("run").out
    #expect(report.contains("!1: nobody7 cannot be assigned: the forge ignores this account"))
    #expect(report.contains("!1: a review by nobody7 cannot be requested"))
    #expect(report.contains("the group acme/team can review by approval rules only"))
  }

  @Test(arguments: [403, 404]) func `once is added in the next pass on GitHub`(
    status: Int
  ) async throws {
    let details = [
      ("/labels$", "the label dependencies cannot be added", ""),
      ("/assignees$", "ann cannot be assigned", "assignees: [ann]"),
    ]
    for (path, message, entry) in details {
      let scene = try await GitHubScene(
        collaborators: ["ann": "write"], rules: entry, libraries: ["aster": ["1.0.0", "1.1.0"]])
      try await refuse("POST", "/issues/1\(path)|/pulls/1\(path)", status, on: scene.fake)
      let first = try await scene.martlet("run").out
      #expect(first.contains("#1: \(message)"), "\(first)")
      let second = try await scene.martlet("run").out
      #expect(!second.contains("cannot be"), "\(second)")
      let pull = try await scene.fake.state("acme/app")["prs"]?.array?.first ?? .null
      #expect(pull["labels"] == ["dependencies"])
      #expect(entry.isEmpty || pull["assignees"] == ["ann"], "\(pull)")
    }
  }
}
