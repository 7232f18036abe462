import Ecosystem
import Testing
import Versioning

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
    // A label at the start of a remark; without a comment the path decides.
    ("up/stash/stash/restore", "tag=restore/v1.0.0 keep", "c # tag=restore/v1.2.0 keep"),
    ("up/stash/stash/restore", "", "c"), ("up/stash/stash/save", "", "d"),
    ("up/stash/restore", "keep", "c # keep"), ("up/beside/setup", "", "b"),
    ("up/beside/.github/workflows/setup.yml", "", "b"), ("up/beside/build", "", "c"),
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

/// Repositories with a newer commit on their default branch: `a` is older than `c`, `z` is newer.
private let followed: Repositories = [
  "github.com/up/rolling": "HEAD=c branch:main=c branch:next=d",
  "github.com/up/moving": "latest=b HEAD=c branch:main=c",
  "github.com/up/tagged": "v1.0.0=b v2.0.0-rc.1=d HEAD=c branch:main=c branch:next=d",
  "github.com/up/silent": "branch:main=c",
]

@Suite struct `A commit without a tag` {
  @Test(arguments: [
    ("up/rolling", "", "c"), ("up/rolling", "# why not", "c # why not"),
    ("up/rolling", "# main", "c # main"), ("up/rolling", "# branch: next", "d # branch: next"),
    ("up/moving/sub", "", "c"), ("up/tagged", "# main", "c # main"),
    ("up/tagged", "# next branch", "d # next branch"), ("up/tagged", "#@next", "d #@next"),
    ("up/silent", "# main", "c # main"),
  ])
  func `follows the branch in its comment, or the default branch of a repository without versions`(
    name: String, comment: String, expected: String
  ) async throws {
    let mark = comment.isEmpty ? "" : " \(comment)"
    let step = "uses: \(name)@\(pinned("a"))\(mark)"
    let project = try await open(step, followed)
    let all = try await project.dependencies()
    #expect(all.map(\.problem?.message) == [nil])
    let dependency = try #require(all.first)
    #expect(dependency.current == pinned("a"))
    let releases = try await project.releases(of: dependency)
    #expect(releases.map(\.step) == [.patch])
    let after = try await updated(
      step, dependency.name, to: try #require(releases.first).version, followed)
    let parts = expected.split(separator: " ", maxSplits: 1)
    let rest = parts.count > 1 ? " \(parts[1])" : ""
    #expect(after == "uses: \(name)@\(pinned(parts[0]))\(rest)")
  }

  @Test(arguments: [
    "up/rolling@\(pinned("c"))", "up/rolling@\(pinned("d"))", "up/rolling@\(pinned("d")) # next",
    "up/rolling@\(pinned("z"))",
  ])
  func `stays at the head of a branch, and if it is newer than the branch`(use: String) async throws
  {
    let project = try await open("uses: \(use)", followed)
    let dependency = try #require(try await project.dependencies().first)
    #expect(dependency.problem == nil)
    #expect(try await project.releases(of: dependency).filter { $0.step != nil } == [])
  }

  @Test(arguments: [
    ("up/tagged", "", ", such as v1.0.0"), ("up/tagged", " # gone", ", such as v1.0.0"),
    ("up/tagged", " # for main users", ", such as v1.0.0"), ("up/silent", "", ""),
  ])
  func `is refused if nothing says what it follows`(
    name: String, comment: String, example: String
  ) async throws {
    let project = try await open("uses: \(name)@\(pinned("a"))\(comment)", followed)
    let problem = try #require(try await project.dependencies().first?.problem)
    #expect(problem.message == "is pinned to a commit that no tag of its repository has")
    #expect(
      problem.advice
        == "pin the commit of a tag\(example), or name the branch in the comment: # main")
  }

  @Test func `is held back if it isn't known to be older`() async throws {
    let project = try await open("uses: up/rolling@\(pinned("9"))", followed)
    let dependency = try #require(try await project.dependencies().first)
    #expect(
      try await project.releases(of: dependency).map(\.heldBack)
        == ["the server doesn't say whether the pinned commit is older"])
  }

  @Test func `moves beside uses with versions, which have their own dependency`() async throws {
    let steps = "uses: up/tagged@v1.0.0\nuses: up/tagged@\(pinned("a")) # main"
    let project = try await open(steps, followed)
    let all = try await project.dependencies()
    #expect(all.map(\.id) == ["up/tagged", "up/tagged@main"])
    let change = try await project.change(
      toward: .update([all[1].target(pinned("c"))], UpdateOptions()))
    #expect(change.moves.map(\.to) == [pinned("c")])
    let after = change.files.first.map { String(decoding: $0.after ?? [], as: UTF8.self) } ?? ""
    #expect(after.contains("@v1.0.0\n") && after.contains("@\(pinned("c")) # main\n"))
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
