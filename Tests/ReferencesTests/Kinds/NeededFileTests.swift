import Ecosystem
import Git
import HTTP
import References
import Synchronization
import Testing
import Text

/// A repository: the files of each tag, as `path` or `path=text`, separated by blanks.
private typealias History = KeyValuePairs<String, String>

private let noRegistry = HTTP.Client { request throws(HTTPError) in
  Response(status: 404, url: request.url)
}

/// Counts requests for files by tag.
private final class Requests: Sendable {
  private let counted = Mutex<[String]>([])

  func add(_ name: String) { counted.withLock { $0.append(name) } }

  var all: [String] { counted.withLock { $0 } }
}

/// Every address has the same tags; those in `broken` send no files.
private func git(
  _ history: History, broken: [String: GitError.Code] = [:], _ requests: Requests = Requests()
) -> Git.Client {
  Git.Client(
    references: { _ throws(GitError) in
      history.map { tag, _ in Reference(name: "refs/tags/\(tag)", commit: commit(tag)) }
    },
    files: { remote, reference, select throws(GitError) in
      guard let tag = history.first(where: { commit($0.key) == reference.commit }) else {
        return [:]
      }
      requests.add(tag.key)
      if let code = broken[tag.key] { throw GitError(code, subject: remote, detail: "a test") }
      let files = tag.value.split(separator: " ").map { word in
        let parts = word.split(separator: "=", maxSplits: 1)
        return (String(parts[0]), Array((parts.count > 1 ? parts[1] : "").utf8))
      }
      return Dictionary(files) { $1 }.filter { select($0.key) }
    })
}

/// Opens one file of a kind.
private func open(_ file: String, _ text: String, _ git: Git.Client) async throws -> any OpenProject
{
  let kinds: [String: ReferenceKind] = [
    ".github/workflows/ci.yml": .actions, ".pre-commit-config.yaml": .preCommit,
    ".gitlab-ci.yml": .gitlabCI, "kustomization.yaml": .kustomize,
  ]
  let ecosystem = ReferenceEcosystem(
    try #require(kinds[file]), EcosystemResources(http: noRegistry, git: git))
  var tree = SourceTree(name: "app", files: [file: text])
  tree.forge = "https://gitlab.com"
  return try await ecosystem.open(try #require(ecosystem.discover(in: tree.paths).first), in: tree)
}

private func step(_ use: String) -> String {
  "on: push\njobs:\n  build:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: \(use)\n"
}

/// The newest release that isn't held back, and the reason of the newest one.
private func outcome(
  _ file: String, _ text: String, _ git: Git.Client
) async throws -> [String?] {
  let opened = try await open(file, text, git)
  let dependency = try #require(try await opened.dependencies().first)
  let releases = try await opened.releases(of: dependency).filter { $0.step != nil }
  return [releases.last { $0.heldBack == nil }?.version, releases.last?.heldBack]
}

private let workflow = ".github/workflows/ci.yml"

@Suite struct `A release without a file that is used` {
  @Test(arguments: [
    ("acme/cache/restore@v1", "no longer has the action restore"),
    ("acme/cache/restore@\(commit("v1")) # v1", "no longer has the action restore"),
    (
      "acme/cache/.github/workflows/build.yml@v1",
      "no longer has the workflow .github/workflows/build.yml"
    ),
    // These are in every release.
    ("acme/cache/save@v1", nil), ("acme/cache/run@v1", nil), ("acme/cache@v1", nil),
    // The present release lacks it, too.
    ("acme/cache/elsewhere@v1", nil),
  ])
  func `of an action is held back, and the one before is proposed`(
    use: String, reason: String?
  ) async throws {
    let git = git([
      "v1":
        "action.yml save/action.yml run/Dockerfile restore/action.yml .github/workflows/build.yml",
      "v2":
        "action.yml save/action.yaml run/Dockerfile restore/action.yaml .github/workflows/build.yml",
      "v3": "action.yml save/action.yml run/Dockerfile restore/README.md",
    ])
    let expected = reason == nil ? ["3", nil] : ["2", reason]
    #expect(try await outcome(workflow, step(use), git) == expected)
  }

  @Test func `is examined once, and not at all if nothing is newer`() async throws {
    let history: History = ["v1": "restore/action.yml", "v2": "restore/action.yml"]
    let requests = Requests()
    let opened = try await open(workflow, step("acme/cache/restore@v1"), git(history, requests))
    let dependency = try #require(try await opened.dependencies().first)
    for _ in 0..<3 { _ = try await opened.releases(of: dependency) }
    #expect(requests.all == ["v2"])
    let current = Requests()
    let newest = try await open(workflow, step("acme/cache/restore@v2"), git(history, current))
    _ = try await newest.releases(of: try #require(try await newest.dependencies().first))
    #expect(current.all == [])
  }

  @Test func `is held back if its files can't be read, and fails if nothing responds`() async throws
  {
    let history: History = ["v1": "restore/action.yml", "v2": "restore/action.yml"]
    let text = step("acme/cache/restore@v1")
    let found = try await outcome(workflow, text, git(history, broken: ["v2": .tooLarge(limit: 9)]))
    #expect(found[0] == nil)
    #expect(found[1]?.hasPrefix("can't be read: it ") == true)
    let problem = await #expect(throws: Problem.self) {
      try await outcome(workflow, text, git(history, broken: ["v2": .timedOut]))
    }
    #expect(problem?.message.contains("did not respond in time") == true)
    let lost = git(["v1": "restore/action.yml", "v2": "action.yml"], broken: ["v1": .notFound])
    #expect(
      try await outcome(workflow, text, lost)[1]
        == "lacks the action restore, and the version in use can't be read")
  }

  @Test(arguments: [
    ("lint", ["1.1", "no longer has the hook lint"]), ("format", ["1.2", nil]),
    ("elsewhere", ["1.2", nil]),
  ])
  func `of hooks is held back`(hook: String, expected: [String?]) async throws {
    let file = ".pre-commit-hooks.yaml"
    let git = git([
      "v1.0": "\(file)=[{id:\u{a0}x},{\"id\":\"lint\"},{\"id\":\"format\"}]",
      "v1.1": "\(file)=[{\"id\":\"lint\"},{\"id\":\"format\"}]",
      "v1.2": "\(file)=[{\"id\":\"format\"}]",
    ])
    let text = """
      repos:
        - repo: https://github.com/acme/hooks
          rev: v1.0
          hooks: [{id: \(hook)}]

      """
    #expect(try await outcome(".pre-commit-config.yaml", text, git) == expected)
  }

  @Test(arguments: ["{", "{\"id\":\"lint\"}"])
  func `is held back if its hooks can't be read`(hooks: String) async throws {
    let git = git([
      "v1.0": ".pre-commit-hooks.yaml=[{\"id\":\"lint\"}]",
      "v1.1": ".pre-commit-hooks.yaml=\(hooks)",
    ])
    let text =
      "repos: [{repo: \"https://github.com/acme/hooks\", rev: v1.0, hooks: [{id: lint}]}]\n"
    let found = try await outcome(".pre-commit-config.yaml", text, git)
    #expect(found[0] == nil)
    #expect(found[1]?.hasPrefix("has a .pre-commit-hooks.yaml that ") == true)
  }

  @Test(arguments: [
    (
      ".gitlab-ci.yml", "include: [{project: acme/ci, ref: v1.0.0, file: /build.yml}]",
      "the file /build.yml"
    ),
    (
      ".gitlab-ci.yml", "include: [{project: acme/ci, ref: v1.0.0, file: [/a.yml, /build.yml]}]",
      "the file /build.yml"
    ),
    (
      ".gitlab-ci.yml", "include: [{component: gitlab.com/acme/ci/lint@v1.0.0}]",
      "the component lint"
    ),
    (
      "kustomization.yaml", "resources: ['https://github.com/acme/base//config?ref=v1.0.0']",
      "the folder config"
    ),
    (
      "kustomization.yaml",
      "resources: ['https://raw.githubusercontent.com/acme/base/v1.0.0/install.yaml']",
      "the file install.yaml"
    ),
  ])
  func `of templates and bases is held back`(
    file: String, text: String, lost: String
  ) async throws {
    let all = "a.yml build.yml templates/lint.yml config/kustomization.yaml install.yaml"
    let git = git([
      "v1.0.0": all,
      "v1.1.0": all.replacing("templates/lint.yml", with: "templates/lint/template.yml"),
      "v1.2.0": "a.yml",
    ])
    #expect(try await outcome(file, text + "\n", git) == ["1.1.0", "no longer has \(lost)"])
  }
}
