import Ecosystem
import Git
import HTTP
import Testing
import Text
import Versioning

@testable import References

/// Repositories by address: `"github.com/a/b": "v4=c2 v4.1=c1 v4.2=c2 branch:main=c9"` has three tags,
/// two of them at the same commit, and a branch.
///
/// `v1=c1/o1` is an annotated tag with its object.
typealias Repositories = [String: String]

/// A commit hash for a short name: forty digits.
func pinned(_ name: some StringProtocol) -> String {
  let digits = name.utf8.map { String($0 % 16, radix: 16) }.joined()
  return digits + String(repeating: "0", count: 40 - digits.count)
}

private let noRegistry = HTTP.Client { request throws(HTTPError) in
  if request.url.hasSuffix("/v2/library/alpine/tags/list?n=1000") {
    return Response(status: 200, body: Array(#"{"tags":["3.19","3.20","3.21","edge"]}"#.utf8))
  }
  return Response(status: 404)
}

extension Git.Client {
  fileprivate static func serving(_ repositories: Repositories) -> Git.Client {
    Git.Client(
      references: { remote throws(GitError) in
        let address = remote.drop { $0 != "/" }.dropFirst(2)
        guard let list = repositories[String(address)] else {
          throw GitError(.notFound, subject: remote)
        }
        if list == "down" { throw GitError(.unreachable, subject: remote) }
        return list.split(separator: " ").map { word in
          let parts = word.split(separator: "=")
          if parts[0] == "HEAD" { return Reference(name: "HEAD", commit: pinned(parts[1])) }
          let isBranch = parts[0].hasPrefix("branch:")
          let name = isBranch ? "heads/\(parts[0].dropFirst(7))" : "tags/\(parts[0])"
          let objects = parts[1].split(separator: "/")
          return Reference(
            name: "refs/\(name)", commit: pinned(objects[0]),
            tagObject: objects.count > 1 ? pinned(objects[1]) : nil)
        }
      },
      files: { _, _, _ throws(GitError) in [:] },
      // A commit is as old as its name says; the age of `9` isn't known.
      times: { _, commits throws(GitError) in
        let known = commits.filter { !$0.hasPrefix("9") }
        return Dictionary(uniqueKeysWithValues: known.map { ($0, Int64($0.utf8.first ?? 0)) })
      })
  }
}

/// Opens a workflow that consists of one job with the given steps.
func open(
  _ steps: String, _ repositories: Repositories, host: String? = nil
) async throws -> any OpenProject {
  try await open(files: [".github/workflows/ci.yml": workflow(steps)], repositories, host: host)
}

private func actionsEcosystem(_ repositories: Repositories) -> ReferenceEcosystem {
  ReferenceEcosystem(
    .actions, EcosystemResources(http: noRegistry, git: .serving(repositories)))
}

func open(
  files: [String: String], _ repositories: Repositories, host: String? = nil
) async throws -> any OpenProject {
  let actions = actionsEcosystem(repositories)
  var tree = SourceTree(name: "app", files: files)
  tree.host = host
  let project = try #require(actions.discover(in: tree.paths).first)
  return try await actions.open(project, in: tree)
}

private func workflow(_ steps: String) -> String {
  let lines = steps.split(separator: "\n").map { "      - \($0)\n" }.joined()
  return "on: push\njobs:\n  build:\n    runs-on: ubuntu-latest\n    steps:\n\(lines)"
}

func goal(_ name: String, _ version: String) -> Goal {
  .update([.init(name: name, version: version)], UpdateOptions())
}

/// Returns the steps after an update.
func updated(
  _ steps: String, _ name: String, to version: String, _ repositories: Repositories
) async throws -> String {
  let change = try await open(steps, repositories).change(toward: goal(name, version))
  guard let after = change.files.first?.after else { return "unchanged" }
  return String(decoding: after, as: UTF8.self).split(separator: "\n").dropFirst(5)
    .map { $0.dropFirst(8) }.joined(separator: "\n")
}

@Suite struct `A project of actions` {
  fileprivate static let repositories: Repositories = [
    "github.com/actions/checkout":
      "v3=a v3.6.0=a v4=c v4.1.2=b v4.2.0=c v5=e v5.0.0=d v5.0.1=e v6.0.0-beta.1=f branch:main=9",
    "github.com/acme/moving": "v1=a v2=b branch:release/v1=c branch:release/v2=d",
    "github.com/acme/marked": "4.1.2=a v4.1.3=b v4.5.0=c 20240115=d",
    "github.com/acme/long": "v1=a v1.0.0=a v2.0.0=b v2.1.0=c",
    "github.com/acme/many": "setup/v1.0.0=a setup/v1.2.0=b build-v1.0.0=c build-v3.0.0=d",
  ]

  @Test(arguments: [
    // A short tag stays short, a full one stays full.
    ("uses: actions/checkout@v4", "5", "uses: actions/checkout@v5"),
    ("uses: actions/checkout@v4", "v5.0.1", "uses: actions/checkout@v5"),
    ("uses: actions/checkout@v4.1.2", "5.0.1", "uses: actions/checkout@v5.0.1"),
    // Quotes, comments and folders stay.
    (
      "uses: 'actions/checkout/sub@v4' # why", "5",
      "uses: 'actions/checkout/sub@v5' # why"
    ),
    ("{uses: \"actions/checkout@v4\"}", "5", "{uses: \"actions/checkout@v5\"}"),
    // A branch with a version moves to the next one.
    ("uses: acme/moving@release/v1", "release/v2", "uses: acme/moving@release/v2"),
    // Every use moves in its own form.
    (
      "uses: actions/checkout@v4\nuses: actions/checkout@v4.1.2\nuses: actions/checkout@main",
      "5.0.1",
      "uses: actions/checkout@v5\nuses: actions/checkout@v5.0.1\nuses: actions/checkout@main"
    ),
    // A newer use stays.
    (
      "uses: actions/checkout@v3\nuses: actions/checkout@v5", "4",
      "uses: actions/checkout@v4\nuses: actions/checkout@v5"
    ),
  ])
  func `edits tags in their form`(before: String, version: String, after: String) async throws {
    let name = before.contains("moving") ? "acme/moving" : "actions/checkout"
    let text = try await updated(before, name, to: version, Self.repositories)
    #expect(text == after)
  }

  @Test(arguments: [
    ("b # v4.1.2", "e # v5.0.1"), ("b # 4.1.2 is good", "e # 5.0.1 is good"),
    ("b", "e"), ("b # tag=v4.1.2", "e # tag=v5.0.1"),
    // The tag v5 has the same commit.
    ("b # v4", "e # v5"), ("b # pinned", "e # pinned"),
    // The comment is wrong: the commit decides.
    ("a # v9.9.9", "e # v5.0.1"),
    ("b # pin @v4.1.2", "e # pin @v5.0.1"), ("b #v4.1.2\t", "e #v5.0.1\t"),
    ("b # v4.1.2 (see issue-123)", "e # v5.0.1 (see issue-123)"),
    ("b # renovate: tag=v4.1.2", "e # renovate: tag=v5.0.1"),
    // Remarks stay.
    ("b # see issue-123", "e # see issue-123"),
    ("b # versions older than v4.1.2 are unsafe", "e # versions older than v4.1.2 are unsafe"),
    ("b # v4.1.2, as v4.1.2 is safe", "e # v4.1.2, as v4.1.2 is safe"),
    ("b # fixes the bug of v3.6.0", "e # fixes the bug of v3.6.0"),
  ])
  func `edits pinned commits with their comment`(before: String, after: String) async throws {
    func step(_ text: String) -> String {
      let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
      return "uses: actions/checkout@\(pinned(parts[0]))" + (parts.count > 1 ? " \(parts[1])" : "")
    }
    let text = try await updated(
      step(before), "actions/checkout", to: "5.0.1", Self.repositories)
    #expect(text == step(after))
  }

  @Test(arguments: [
    ("acme/marked@4.1.2", "acme/marked", "4.5.0", "acme/marked@v4.5.0"),
    (
      "acme/many/setup@setup/v1.0.0", "acme/many/setup", "setup/v1.2.0",
      "acme/many/setup@setup/v1.2.0"
    ),
    (
      "acme/many/build@build-v1.0.0", "acme/many/build", "build-v3.0.0",
      "acme/many/build@build-v3.0.0"
    ),
  ])
  func `keeps prefixes, apart from a v`(
    before: String, name: String, version: String, after: String
  ) async throws {
    let text = try await updated("uses: \(before)", name, to: version, Self.repositories)
    #expect(text == "uses: \(after)")
  }

  @Test(arguments: [
    ("uses: actions/checkout@v4", "uses: actions/checkout@HASH # v5.0.1"),
    ("uses: actions/checkout@v4 # why", "uses: actions/checkout@HASH # v5.0.1 why"),
    ("{uses: actions/checkout@v4}", "{uses: actions/checkout@HASH}"),
  ])
  func `pins commits on request`(before: String, after: String) async throws {
    let project = try await open(before, Self.repositories)
    var options = UpdateOptions()
    options.pins = true
    let target = Goal.Target(name: "actions/checkout", version: "5")
    let change = try await project.change(toward: .update([target], options))
    let text = String(decoding: try #require(change.files.first?.after), as: UTF8.self)
    #expect(text.contains("- \(after.replacing("HASH", with: pinned("e")))\n"))
  }

  @Test func `pins the present version if there is no newer one`() async throws {
    let project = try await open("uses: actions/checkout@v5", Self.repositories)
    let dependency = try #require(try await project.dependencies().first)
    let pinning = try #require(try await project.pinning(of: dependency))
    #expect(pinning.version == "5.0.1@\(pinned("e"))")
    let change = try await project.change(toward: goal("actions/checkout", pinning.version))
    let text = String(decoding: try #require(change.files.first?.after), as: UTF8.self)
    #expect(text.contains("uses: actions/checkout@\(pinned("e")) # v5.0.1\n"))
  }

  @Test func `reports a newer version that no short tag names`() async throws {
    let project = try await open("uses: acme/long@v1", Self.repositories)
    let dependency = try #require(try await project.dependencies().first)
    let releases = try await project.releases(of: dependency)
    #expect(releases.map(\.version) == ["1", "2.1.0"])
    #expect(releases.map(\.heldBack) == [nil, "has no tag as short as v1"])
  }

  @Test func `moves uses of several forms to the newest of each`() async throws {
    let repositories = ["github.com/a/b": "v1=a v1.2.0=a v2=b v2.0.0=b v3=c"]
    let project = try await open("uses: a/b@v1\nuses: a/b@v1.2.0", repositories)
    let dependency = try #require(try await project.dependencies().first)
    let releases = try await project.releases(of: dependency)
    #expect(releases.last?.version == "3")
    let text = try await updated(
      "uses: a/b@v1\nuses: a/b@v1.2.0", "a/b", to: "3", repositories)
    #expect(text == "uses: a/b@v3\nuses: a/b@v2.0.0")
  }

  @Test func `lists uses that aren't evaluated beside the others`() async throws {
    let project = try await open(
      """
      uses: actions/checkout@v4
      uses: actions/checkout@\(pinned("zz")) # v4.1.2
      uses: actions/checkout@abcdef1
      uses: actions/checkout@gone
      uses: acme/unversioned
      uses: "acme/x@${{ inputs.version }}"
      """, Self.repositories)
    let all = try await project.dependencies()
    #expect(
      all.map(\.name) == [
        "actions/checkout", "actions/checkout@\(pinned("zz"))", "actions/checkout@abcdef1",
        "actions/checkout@gone", "acme/unversioned", "acme/x@${{ inputs.version }}",
      ])
    #expect(
      all.map(\.problem?.message) == [
        nil, "is pinned to a commit that no tag of its repository has",
        "is an abbreviated commit", "names neither a tag nor a branch",
        "isn't an action with a reference", "has an expression",
      ])
    #expect(try await project.releases(of: all[0]).last?.version == "5")
  }

  @Test func `writes the full version if no short tag has the commit`() async throws {
    let text = try await updated(
      "uses: actions/checkout@\(pinned("b")) # v4", "actions/checkout", to: "5.0.0",
      Self.repositories)
    #expect(text == "uses: actions/checkout@\(pinned("d")) # v5.0.0")
  }

  @Test func `lists the versions in use`() async throws {
    let project = try await open(
      """
      uses: actions/checkout@v4
      uses: acme/moving@\(pinned("zz"))
      uses: ./local
      uses: docker://alpine:3.20
      uses: "owner/name@${{ inputs.version }}"
      """, Self.repositories)
    let all = try await project.dependencies()
    #expect(
      all.map(\.name) == [
        "acme/moving", "actions/checkout", "owner/name@${{ inputs.version }}", "alpine",
      ])
    #expect(all[1].current == "4")
    #expect(all[1].exactVersion == "4.2.0")
    #expect(all[1].versions == ["4.2.0"])
    #expect(all[1].requirement == "v4")
    #expect(all[1].source == "https://github.com/actions/checkout")
    #expect(all[1].location?.description == ".github/workflows/ci.yml:6:15")
    #expect(all[0].problem?.kind == .refused)
    #expect(all[0].problem?.message == "is pinned to a commit that no tag of its repository has")
  }

  @Test func `proposes tags of the same form with their step`() async throws {
    let project = try await open("uses: actions/checkout@v4.1.2", Self.repositories)
    let dependency = try #require(try await project.dependencies().first)
    let releases = try await project.releases(of: dependency)
    #expect(releases.map(\.version) == ["3.6.0", "4.1.2", "4.2.0", "5.0.0", "5.0.1"])
    #expect(releases.map(\.step) == [nil, nil, .minor, .major, .major])
    #expect(releases.map(\.satisfiesRequirement) == [false, true, false, false, false])
  }

  @Test func `compares the commit of a short tag with advisories`() async throws {
    let project = try await open("uses: actions/checkout@v4", Self.repositories)
    let dependency = try #require(try await project.dependencies().first)
    let releases = try await project.releases(of: dependency)
    #expect(releases.map(\.version) == ["3", "4", "5"])
    #expect(releases.map(\.actualVersion) == ["3.6.0", "4.2.0", "5.0.1"])
  }

  @Test func `proposes nothing for branches`() async throws {
    let project = try await open("uses: actions/checkout@main", Self.repositories)
    let dependency = try #require(try await project.dependencies().first)
    #expect(dependency.current == "main")
    #expect(dependency.problem == nil)
    #expect(try await project.releases(of: dependency).isEmpty)
  }

  @Test func `asks the own host first and then the public one`() async throws {
    var repositories = Self.repositories
    repositories["git.acme.dev/acme/own"] = "v1=a v2=b"
    repositories["github.com/acme/own"] = "v1=a v9=b"
    let project = try await open(
      "uses: acme/own@v1\nuses: actions/checkout@v4", repositories, host: "https://git.acme.dev")
    let all = try await project.dependencies()
    #expect(
      all.map(\.source) == ["https://git.acme.dev/acme/own", "https://github.com/actions/checkout"])
    #expect(try await project.releases(of: all[0]).map(\.version) == ["1", "2"])
  }

  @Test func `doesn't ask the public host if the own one fails`() async throws {
    var repositories = Self.repositories
    repositories["git.acme.dev/actions/checkout"] = "down"
    let project = try await open(
      "uses: actions/checkout@v4", repositories, host: "https://git.acme.dev")
    let all = try await project.dependencies()
    #expect(all.first?.problem?.kind == .failed)
    #expect(all.first?.problem?.subject == "https://git.acme.dev/actions/checkout")
  }

  @Test func `is found for workflows and for each folder with an action`() {
    let actions = actionsEcosystem([:])
    let projects = actions.discover(in: [
      "a/workflow-templates/ci.yml", ".forgejo/workflows/a.yaml", ".github/workflows/ci.yml",
      ".github/workflows/notes.md",
      "action.yml", "deep/action.yaml", "deep/node_modules/x/action.yml", "other.yml",
    ])
    #expect(projects.map(\.directory) == ["/", "/a/workflow-templates", "/deep"])
    #expect(
      projects.map(\.manifest) == [
        ".forgejo/workflows/a.yaml", "a/workflow-templates/ci.yml", "deep/action.yaml",
      ])
  }

  @Test func `reads reusable workflows and composite actions`() async throws {
    let files = [
      ".github/workflows/call.yml":
        "jobs:\n  call:\n    uses: actions/checkout/.github/workflows/x.yml@v3\n",
      "action.yml": "runs:\n  using: composite\n  steps:\n    - uses: actions/checkout@v4\n",
    ]
    let project = try await open(files: files, Self.repositories)
    let change = try await project.change(toward: goal("actions/checkout", "5"))
    #expect(change.files.map(\.path) == [".github/workflows/call.yml", "action.yml"])
    #expect(change.moves.map(\.from) == ["3"])
    #expect(change.moves.map(\.to) == ["5"])
    #expect(change.moves.first?.requirement == .init(before: "v3", after: "v5"))
  }

  @Test func `updates images of containers, services and actions`() async throws {
    let text = """
      jobs:
        test:
          container: alpine:3.19
          services:
            db:
              image: "alpine:3.20" # a database
          steps:
            - uses: docker://alpine:3.19
            - uses: actions/checkout@v4
            - run: echo alpine:3.19

      """
    let project = try await open(files: [".github/workflows/a.yml": text], Self.repositories)
    let all = try await project.dependencies()
    #expect(all.map(\.name) == ["actions/checkout", "alpine"])
    #expect(all.last?.current == "3.19")
    #expect(try await project.releases(of: all[1]).map(\.version) == ["3.19", "3.20", "3.21"])
    let targets = [
      Goal.Target(name: "alpine", version: "3.21"), .init(name: "actions/checkout", version: "5"),
    ]
    let change = try await project.change(toward: .update(targets, UpdateOptions()))
    let after = change.files.first.map { String(decoding: $0.after ?? [], as: UTF8.self) }
    let expected = text.replacing("checkout@v4", with: "checkout@v5")
      .replacing(": alpine:3.19", with: ": alpine:3.21")
      .replacing("\"alpine:3.20", with: "\"alpine:3.21")
      .replacing("//alpine:3.19", with: "//alpine:3.21")
    #expect(after == expected)
  }

  @Test func `names the place of a syntax error`() async {
    await #expect {
      try await open(files: [".github/workflows/a.yml": "jobs: [\n"], [:])
    } throws: { error in
      (error as? Problem)?.kind == .refused
        && (error as? Problem)?.location?.file == ".github/workflows/a.yml"
    }
  }

  @Test func `refuses a version without a tag`() async throws {
    let project = try await open("uses: actions/checkout@v4", Self.repositories)
    await #expect(throws: Problem.self) {
      try await project.change(toward: goal("actions/checkout", "77"))
    }
  }

  @Test func `explains where an action is used`() async throws {
    let project = try await open("uses: actions/checkout@v4", Self.repositories)
    #expect(
      try await project.explain("actions/checkout", version: "5") == [
        "actions/checkout is at 4 because:",
        "  .github/workflows/ci.yml:6:15 uses actions/checkout@v4",
        "actions/checkout v5 can be chosen.",
      ])
  }

  @Test(arguments: [
    // Pinned and open uses: what the new tag consists of.
    ("uses: a/b@\(pinned("c1")) # v1.0.0", "1.1.0", ["1.1.0 \(pinned("c2"))"]),
    ("uses: a/b@v1.0.0", "1.1.0", ["1.1.0 \(pinned("c2"))"]),
    // A short tag moves by design: the longest tag of its commit counts.
    ("uses: a/b@v1", "2", ["2.0.1 \(pinned("c4"))"]),
  ])
  func `lists the commits of the tags that it moves to`(
    step: String, version: String, expected: [String]
  ) async throws {
    let opened = try await open(
      step, ["github.com/a/b": "v1=c2 v1.0.0=c1 v1.1.0=c2 v2=c4 v2.0.1=c4"])
    let change = try await opened.change(toward: goal("a/b", version))
    let found = try await opened.contentIdentities(in: change)
    #expect(found.map { "\($0.version) \($0.value)" } == expected)
  }
}
