import Foundation
import JSON
import TestSupport
import Testing

/// An owner's repositories, each with a pull request of martlet whose check is green.
private struct SurveyScene {
  static let count = 14
  /// What can happen to a repository, one kind each from the second repository on.
  static let changes = [
    "push", "close", "merge", "comment", "status", "label", "review", "commit", "base", "archive",
    "issue",
  ]

  let fake: FakeHost
  let folder: Folder

  // Without required checks, a commit is not green in its first 30 seconds.
  init(
    _ entry: String = "ci: {required: [build]}", file: String = #fileID
  ) async throws {
    fake = try await FakeHost.fresh(for: file)
    let pins = ["aster": try await fake.publish("aster", ["1.0.0", "1.1.0"])]
    let files = GitHubFiles.application(pins, dependabot: GitHubFiles.dependabot(entry))
    for number in 0..<Self.count {
      try await fake.found(
        "acme/\(Self.name(number))", files, [("collaborators", ["ann": "write"])])
    }
    let configuration = GitHubFiles.configuration(fake.url).replacing("acme/app", with: "acme/*")
    folder = try Folder(["martlet.yml": configuration])
  }

  static func name(_ number: Int) -> String { "app\(number + 10)" }

  private func martlet(_ words: [String]) async throws -> Value {
    let outcome = try await Program.run(
      words + ["--json", "--config", "martlet.yml", "--log-level", "error"], in: folder.path,
      environment: ["TOKEN": "github_pat_fixed"])
    return try outcome.document()
  }

  /// Makes passes until nothing is left to do.
  func settle(_ words: String...) async throws {
    _ = try await martlet(["run"] + words)
    for number in 0..<Self.count { try await post("status", number, [("state", "success")]) }
    for _ in 0..<2 { _ = try await martlet(["run"] + words) }
  }

  /// Makes a pass, and returns which repositories it left out and how many requests it sent.
  func run(_ words: String...) async throws -> (unchanged: [String], requests: Int) {
    let before = try await fake.control("requests").array?.count ?? 0
    let report = try await martlet(["run"] + words)
    let names = report["unchanged"]?[0]?["repositories"]?.array?.compactMap(\.string) ?? []
    let requests = try await fake.control("requests?since=\(before)").array ?? []
    let sent = requests.filter { request in
      let name = request["op"]?.string ?? ""
      return !name.hasPrefix("git:") && !name.hasPrefix("osv:")
    }
    return (names.map { String($0.dropFirst("acme/".count)) }, sent.count)
  }

  /// Tells the fake what happens to the pull request of a repository.
  func post(_ what: String, _ number: Int, _ body: [(String, Value)]) async throws {
    let about: [(String, Value)] = [
      ("repo", .string("acme/\(Self.name(number))")), ("pr", 1), ("by", "ann"), ("user", "ann"),
    ]
    let defaults: [(String, Value)] = what == "status" ? [("context", "build")] : []
    try await fake.control(what, .object(Object(about + defaults + body)))
  }

  /// Changes a repository.
  func change(_ kind: String, _ number: Int) async throws {
    switch kind {
    case "push": try await push(number, nil)
    case "close": try await post("pr", number, [("state", "closed")])
    case "merge": try await post("pr", number, [("merge", "squash")])
    case "comment": try await post("comment", number, [("body", "Why?")])
    case "status": try await post("status", number, [("state", "failure")])
    case "label": try await post("pr", number, [("labels", ["martlet: hold"])])
    case "review": try await post("review", number, [("state", "CHANGES_REQUESTED")])
    case "commit": try await push(number, "martlet/swift/aster")
    case "base":
      try await push(number, "trunk", from: "main")
      try await post("settings", number, [("default_branch", "trunk")])
    case "archive": try await post("settings", number, [("archived", true)])
    default:
      try await fake.control(
        "issue", ["repo": .string("acme/\(Self.name(number))"), "by": "ann", "title": "Help"])
    }
  }

  private func push(_ number: Int, _ branch: String?, from base: String? = nil) async throws {
    var body = Object([("message", "By hand"), ("author", "ann")])
    body["repo"] = .string("acme/\(Self.name(number))")
    body["files"] = ["README.md": "New\n"]
    body["branch"] = branch.map { .string($0) }
    body["from"] = base.map { .string($0) }
    try await fake.control("commit", .object(body))
  }
}

/// Runs over many repositories, with changes in some of them.
@Suite(.needsFakeHost, .serialized) struct `Of many repositories` {
  @Test func `those without a change cost one request together`() async throws {
    let scene = try await SurveyScene()
    try await scene.settle("--due")
    let (unchanged, requests) = try await scene.run("--due")
    #expect(unchanged.count == SurveyScene.count, "\(unchanged)")
    // The account, the list, and the survey.
    #expect(requests == 3)
    #expect(try await scene.fake.violations().isEmpty)
  }

  @Test func `each that has changed is visited, whatever changed`() async throws {
    let scene = try await SurveyScene()
    try await scene.settle("--due")
    for (index, kind) in SurveyScene.changes.enumerated() {
      try await scene.change(kind, index + 1)
    }
    let (unchanged, _) = try await scene.run("--due")
    let same = [0] + Array(SurveyScene.changes.count + 1..<SurveyScene.count)
    #expect(unchanged == same.map(SurveyScene.name))
    // What people did is known now.
    let (later, requests) = try await scene.run("--due")
    #expect(later.count >= same.count, "\(later), \(requests) requests")
  }

  @Test func `the unchanged ones with a due entry ask their forge for nothing`() async throws {
    let scene = try await SurveyScene()
    try await scene.settle()
    let (unchanged, requests) = try await scene.run()
    #expect(unchanged.isEmpty)
    #expect(requests == 3)
  }

  @Test func `new releases are found although nothing has changed on the forge`() async throws {
    let scene = try await SurveyScene()
    try await scene.settle()
    try await scene.fake.publish("aster", ["1.2.0"])
    _ = try await scene.run()
    let pulls = try await scene.fake.state("acme/\(SurveyScene.name(3))")["prs"]?.array ?? []
    #expect(pulls.first?["title"]?.string?.contains("1.2.0") == true)
  }

  @Test func `each is asked for if the forge can't be surveyed`() async throws {
    let scene = try await SurveyScene()
    try await scene.settle("--due")
    try await scene.fake.control(
      "faults", ["op": "graphql", "action": "status", "status": 502, "times": 100])
    try await scene.change("close", 1)
    let (unchanged, requests) = try await scene.run("--due")
    #expect(unchanged.isEmpty)
    #expect(requests > SurveyScene.count)
    let pull = try await scene.fake.state("acme/\(SurveyScene.name(1))")["prs"]?.array?.first
    #expect(pull?["state"] == "closed")
  }
}
