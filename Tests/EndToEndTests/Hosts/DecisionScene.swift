import FoundationEssentials
import JSON
import Store
import TestSupport
import Testing

/// Repositories with outdated libraries on a fake GitHub, GitLab or Gitea, for decisions about updates.
///
///     let scene = try await DecisionScene(.gitlab, "separate: [major]", ["aster": ["1.0.0", "2.0.0"]])
///     try await scene.run()
///     #expect(try await scene.titles() == ["Bump aster from 1.0.0 to 2.0.0"])
struct DecisionScene {
  let host: SplitScene.Host
  let fake: FakeHost
  let folder: Folder
  private let rules: String
  /// More files of the repositories, which replace others of their names.
  private let more: [String: String]
  /// The commits of the libraries' first versions.
  private let commits: [String: String]

  /// Creates the repository `acme/app`.
  ///
  /// - Parameters:
  ///   - host: the kind of forge.
  ///   - rules: more lines for the entry of `dependabot.yml`.
  ///   - libraries: the versions of the libraries; the repository has the first ones.
  ///   - settings: more lines of the operator's file.
  ///   - more: more files of the repository, which replace others of their names.
  ///   - mirrors: the addresses that replace others.
  ///   - file: the test file; each has a fake of its own.
  /// - Throws: what the fake refuses.
  init(
    _ host: SplitScene.Host, _ rules: String,
    _ libraries: [String: [String]] = ["aster": ["1.0.0", "1.1.0"]], settings: String = "",
    more: [String: String] = [:], mirrors: [String: String] = [:],
    file: String = #fileID
  ) async throws {
    (self.host, self.rules, self.more) = (host, rules, more)
    fake = try await FakeHost.fresh(host.fake, for: file)
    var commits: [String: String] = [:]
    for (name, versions) in libraries { commits[name] = try await fake.publish(name, versions) }
    self.commits = commits
    let others = mirrors.sorted { $0.key < $1.key }
      .map { "  - {from: \"\($0)\", to: \"\($1)\"}\n" }.joined()
    folder = try Folder([
      "martlet.yml": """
      state: sqlite:martlet.db
      cache: cache
      \(settings)
      forges:
        - {name: host, kind: \(host.rawValue), url: "\(fake.url)", token: "${env:TOKEN}", repositories: [acme/*]}
      mirrors:
        - {from: "https://github.com/", to: "\(fake.url)/"}
        - {from: "https://api.github.com/", to: "\(fake.url)/"}
        - {from: "https://api.osv.dev/", to: "\(fake.url)/"}
      \(others)
      """
    ])
    try await found("acme/app")
  }

  /// The files of the repository.
  private var files: [String: String] {
    GitHubFiles.application(commits, dependabot: GitHubFiles.dependabot(rules))
      .merging(more) { $1 }
  }

  /// Creates a repository with the same files.
  func found(_ name: String) async throws {
    try await fake.found(name, files, [("collaborators", ["ann": "write"])])
  }

  /// Writes the files of the repository into a folder.
  func checkOut(into path: String) throws {
    for (name, text) in files { try folder.write(text, to: "\(path)/\(name)") }
  }

  /// Runs a command with the scene's configuration.
  func martlet(_ words: String...) async throws -> Program.Outcome {
    try await Program.run(
      words + ["--config", "martlet.yml", "--log-level", "error"], in: folder.path,
      environment: ["TOKEN": host.token])
  }

  /// Makes a pass over all repositories.
  @discardableResult
  func run() async throws -> String {
    let outcome = try await martlet("run")
    #expect(outcome.code == 0, "\(host): \(outcome.out)\(outcome.error)")
    return outcome.out
  }

  /// Reports the check `build` of a branch.
  func report(
    _ state: String, on branch: String = "martlet/swift/aster", in repository: String = "acme/app"
  ) async throws {
    switch host {
    case .gitlab:
      try await fake.control(
        "pipeline",
        [
          "repo": .string(repository), "ref": .string(branch),
          "jobs": [
            ["name": "build", "status": .string(state == "failure" ? "failed" : state)]
          ],
        ])
    case .github, .gitea:
      try await fake.control(
        "status",
        [
          "repo": .string(repository), "ref": .string(branch), "context": "build",
          "state": .string(state),
        ])
    }
  }

  /// The titles of the open pull requests, sorted.
  func titles(in repository: String = "acme/app") async throws -> [String] {
    let all = try await fake.state(repository)["prs"]?.array ?? []
    return all.filter { $0["state"] == "open" }.compactMap { $0["title"]?.string }.sorted()
  }

  /// The first pull request, from the fake.
  func pull() async throws -> Value { try await fake.state("acme/app")["prs"]?[0] ?? .null }

  /// Lets ann change the first pull request: `("state", "closed")`, `("merge", "squash")`.
  func act(_ name: String, _ value: String) async throws {
    try await fake.control(
      "pr",
      .object(Object([("repo", "acme/app"), ("pr", 1), ("by", "ann"), (name, .string(value))])))
  }

  /// Lets ann push a file to the base; nil: the file as the repository began.
  func push(_ name: String, _ text: String? = nil) async throws {
    try await fake.control(
      "commit",
      [
        "repo": "acme/app", "files": .object(Object([(name, .string(text ?? files[name] ?? ""))])),
        "author": "ann",
      ])
  }

  /// Deletes martlet's state.
  func loseState() {
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: "\(folder.path)/martlet.db\(suffix)")
    }
  }

  /// Uses martlet's state between two passes.
  func withState<Value>(
    _ use: (StateStore) async throws -> Value
  ) async throws -> Value {
    let store = try await StateStore.open("\(folder.path)/martlet.db")
    let value = try await use(store)
    await store.close()
    return value
  }

  /// Lets ann comment on the first pull request.
  func say(_ words: String) async throws {
    try await fake.control(
      "comment", ["repo": "acme/app", "pr": 1, "user": "ann", "body": .string(words)])
  }

  /// The commit of a branch; nil without the branch.
  func head(_ branch: String) async throws -> String? {
    try await fake.state("acme/app")["branches"]?[branch]?.string
  }

  /// Expects that all requests followed the host's description, and that nothing is left over.
  func expectOrder() async throws {
    #expect(try await fake.violations() == [], "\(host)")
    let state = try await fake.state("acme/app")
    #expect(state["orphan_branches"] == [] && state["duplicate_open_titles"] == [], "\(host)")
  }
}
