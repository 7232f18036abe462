import Ecosystem
import Testing

/// An action that tags of several things share: each case pins the commit `a`.
private let repositories: Repositories = [
  "github.com/up/stash":
    "restore/v1.0.0=a save/v1.0.0=a save/v1.1.0=b restore/v1.2.0=c save/v1.3.0=d",
  "github.com/up/beside": "setup-v1.0.0=a v5.0.0=a setup-v1.1.0=b v5.1.0=c",
  "github.com/up/twice": "v1.2.3=a 2024.1.15.1=a v1.3.0=b 2024.2.1.1=c",
  "github.com/up/retagged": "v1.0.0=a v1.0.1=a v1.1.0=b",
  "github.com/up/annotated": "v3.2.0=a/x v3.3.0=b/y",
]

@Suite struct `A commit with several tags` {
  @Test(arguments: [
    ("up/stash/stash/restore", "restore/v1.0.0", "c # restore/v1.2.0"),
    ("up/stash/stash/save", "save/v1.0.0", "d # save/v1.3.0"),
    ("up/beside", "v5.0.0", "c # v5.1.0"),
    ("up/beside", "setup-v1.0.0", "b # setup-v1.1.0"),
    ("up/beside", "", "c"),
    ("up/twice", "v1.2.3", "b # v1.3.0"),
    ("up/twice", "1.2.3", "b # 1.3.0"),
    ("up/twice", "2024.1.15.1", "c # 2024.2.1.1"),
    ("up/twice", "", "b"),
  ])
  func `follows the tag that the comment names`(
    name: String, comment: String, expected: String
  ) async throws {
    let step = "uses: \(name)@\(pinned("a"))" + (comment.isEmpty ? "" : " # \(comment)")
    let project = try await open(step, repositories)
    let dependency = try #require(try await project.dependencies().first)
    let newest = try #require(try await project.releases(of: dependency).last)
    let after = try await updated(step, dependency.name, to: newest.version, repositories)
    let parts = expected.split(separator: " ", maxSplits: 1)
    let rest = parts.count > 1 ? " \(parts[1])" : ""
    #expect(after == "uses: \(name)@\(pinned(parts[0]))\(rest)")
  }

  @Test func `isn't updated to another tag of the same commit`() async throws {
    let project = try await open("uses: up/retagged@\(pinned("a")) # v1.0.0", repositories)
    let dependency = try #require(try await project.dependencies().first)
    #expect(dependency.current == "1.0.0")
    let releases = try await project.releases(of: dependency)
    #expect(releases.filter { $0.step != nil }.map(\.version) == ["1.1.0"])
  }

  @Test func `is pinned instead of an annotated tag's object`() async throws {
    let step = "uses: up/annotated@\(pinned("x")) # v3.2.0"
    let project = try await open(step, repositories)
    let dependency = try #require(try await project.dependencies().first)
    #expect(dependency.problem == nil)
    #expect(dependency.current == "3.2.0")
    let after = try await updated(step, "up/annotated", to: "3.3.0", repositories)
    #expect(after == "uses: up/annotated@\(pinned("b")) # v3.3.0")
  }

  @Test func `is named if the newest annotated tag's object is pinned`() async throws {
    let project = try await open("uses: up/annotated@\(pinned("y"))", repositories)
    let problem = try await project.dependencies().compactMap(\.problem).first
    #expect(
      problem?.message == "is pinned to the object of the annotated tag v3.3.0, not to its commit")
    #expect(problem?.advice == "pin the commit \(pinned("b"))")
  }
}

@Suite struct `An action at several major versions` {
  private static let repositories: Repositories = [
    "github.com/up/tool": "v3=a v3.1.0=a v4=c v4.0.0=b v4.1.0=c v5=d v5.0.0=d"
  ]
  private static let files = [
    ".github/workflows/a.yml": "jobs: {a: {steps: [{uses: up/tool@v4.0.0}]}}\n",
    ".github/workflows/b.yml": "jobs: {a: {steps: [{uses: up/tool@v3}, {uses: up/tool@v4}]}}\n",
  ]

  @Test func `is a dependency for each of them`() async throws {
    let project = try await open(files: Self.files, Self.repositories)
    let all = try await project.dependencies()
    #expect(all.map(\.id) == ["up/tool", "up/tool@3"])
    #expect(all.map(\.current) == ["4.0.0", "3"])
    #expect(
      all.map { $0.requirements.map { "\($0.manifest) \($0.text)" } } == [
        [".github/workflows/a.yml v4.0.0", ".github/workflows/b.yml v4"],
        [".github/workflows/b.yml v3"],
      ])
    let steps = try await project.releases(of: all[0]).compactMap { release in
      release.step.map { "\(release.version) \($0)" }
    }
    #expect(steps == ["4.1.0 minor", "5.0.0 major"])
  }

  @Test func `moves one of them alone`() async throws {
    let project = try await open(files: Self.files, Self.repositories)
    let all = try await project.dependencies()
    let change = try await project.change(
      toward: .update([all[0].target("4.1.0")], UpdateOptions()))
    #expect(change.files.map(\.path) == [".github/workflows/a.yml"])
    #expect(change.moves.map { "\($0.from ?? "") \($0.to ?? "")" } == ["4.0.0 4.1.0"])
    let other = try await project.change(
      toward: .update([all[1].target("4.1.0")], UpdateOptions()))
    let text = other.files.map { String(decoding: $0.after ?? [], as: UTF8.self) }
    #expect(text == ["jobs: {a: {steps: [{uses: up/tool@v4}, {uses: up/tool@v4}]}}\n"])
  }
}
