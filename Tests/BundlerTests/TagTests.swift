import Ecosystem
import Git
import HTTP
import Gems
import Testing
import Text
import Versioning

@testable import Bundler

/// A repository whose gem has the version of its tag, one commit a tag: the first digit repeated.
private func bundler(_ tags: [String]) -> BundlerEcosystem {
  @Sendable func commit(_ tag: String) -> String {
    String(repeating: tag.first { $0.isNumber }.map(String.init) ?? "f", count: 40)
  }
  let git = Git.Client(
    references: { _ in
      tags.map { Reference(name: "refs/tags/\($0)", commit: commit($0)) }
        + [Reference(name: "HEAD", commit: String(repeating: "e", count: 40))]
    },
    files: { _, reference, _ in
      let version = VersionTag(String(reference.name.dropFirst(10)))?.version.text ?? "0.1"
      let text = "Gem::Specification.new { |s| s.name = 'tool'; s.version = '\(version)' }"
      return ["tool.gemspec": Array(text.utf8)]
    })
  let client = HTTP.Client { _ in Response(status: 404) }
  return BundlerEcosystem(http: client, git: git, toolchain: Toolchain())
}

private let tags = ["v1.0.0", "v1.1.0", "v2.0.0", "v3.0.0.rc1", "other-9.0.0", "nightly"]

/// A Gemfile with its lock of version 1.0.0.
private func tree(_ gemfile: String) async throws -> (SourceTree, Project) {
  let fresh = SourceTree(name: "app", files: ["Gemfile": gemfile])
  let bundler = bundler(tags)
  let project = try #require(bundler.discover(in: fresh.paths).first)
  let change = try await bundler.open(project, in: fresh).change(toward: .lock(LockOptions()))
  let lock = try #require(change.files.first?.after.map { String(decoding: $0, as: UTF8.self) })
  let files = ["Gemfile": gemfile, "Gemfile.lock": lock]
  let tree = SourceTree(name: "app", files: files)
  return (tree, try #require(bundler.discover(in: tree.paths).first))
}

/// What updating to a version makes of both files.
private func update(
  _ gemfile: String, to version: String, _ options: UpdateOptions = UpdateOptions()
) async throws -> (gemfile: String?, lock: String?) {
  let (tree, project) = try await tree(gemfile)
  let goal = Goal.update([Goal.Target(name: "tool", version: version)], options)
  let change = try await bundler(tags).open(project, in: tree).change(toward: goal)
  func text(_ path: String) -> String? {
    change.files.first { $0.path == path }?.after.map { String(decoding: $0, as: UTF8.self) }
  }
  return (text("Gemfile"), text("Gemfile.lock"))
}

private let pinned = "gem 'tool', git: 'https://git.example/tool', tag: 'v1.0.0' # why\n"

@Suite struct `A gem of a repository, pinned by its tag` {
  @Test(arguments: [
    ("v1.2.0", "v", "1.2.0"), ("1.2", "", "1.2"), ("tool-1.2.0", "tool-", "1.2.0"),
    ("tool/v1.2.0", "tool/v", "1.2.0"), ("oauth2-v3.0", "oauth2-v", "3.0"),
    ("v1.0.0-rc1", "v", "1.0.0.pre.rc1"), ("release_7", "release_", "7"),
  ])
  func `has a version in its name`(tag: String, prefix: String, version: String) {
    let read = VersionTag(tag)
    #expect(read?.prefix == prefix)
    #expect(read?.version.text == version)
  }

  @Test(arguments: ["nightly", "dev1", "", "v", "1.2.", "h264"])
  func `may have none`(tag: String) {
    #expect(VersionTag(tag) == nil)
  }

  @Test func `has the tags of its series for releases`() async throws {
    let (tree, project) = try await tree(pinned)
    let bundler = bundler(tags)
    let opened = try await bundler.open(project, in: tree)
    let dependency = try #require(try await opened.dependencies().first)
    let releases = try await opened.releases(of: dependency)
    #expect(releases.map(\.version) == ["1.0.0", "1.1.0", "2.0.0", "3.0.0.rc1"])
    #expect(releases.map(\.satisfiesRequirement) == [true, false, false, false])
    #expect(releases.map(\.step) == [nil, .minor, .major, .major])
    #expect(releases.map(\.isPrerelease) == [false, false, false, true])
  }

  @Test func `or by no tag, has the head of its branch for a release`() async throws {
    let (tree, project) = try await tree("gem 'tool', git: 'https://git.example/tool'\n")
    let head = String(repeating: "e", count: 40)
    let old = try await tree.read("Gemfile.lock").string
    let behind = tree.overlaying([
      "Gemfile.lock": SourceText(
        file: "Gemfile.lock", old.replacing(head, with: String(repeating: "d", count: 40)))
    ])
    for (tree, step) in [(tree, nil), (behind, Step.patch)] {
      let opened = try await bundler(tags).open(project, in: tree)
      let dependency = try #require(try await opened.dependencies().first)
      let releases = try await opened.releases(of: dependency)
      #expect(releases.map(\.version) == [head])
      #expect(releases.map(\.step) == [step])
    }
    let goal = Goal.update([Goal.Target(name: "tool", version: head)], UpdateOptions())
    let change = try await bundler(tags).open(project, in: behind).change(toward: goal)
    #expect(change.files.map(\.path) == ["Gemfile.lock"])
    #expect(change.lock == old)
  }

  @Test func `moves to another tag, in the Gemfile and in the lock`() async throws {
    let (gemfile, lock) = try await update(pinned, to: "2.0.0")
    #expect(gemfile == "gem 'tool', git: 'https://git.example/tool', tag: 'v2.0.0' # why\n")
    let commit = String(repeating: "2", count: 40)
    #expect(
      lock?.hasPrefix(
        """
        GIT
          remote: https://git.example/tool
          revision: \(commit)
          tag: v2.0.0
          specs:
            tool (2.0.0)
        """) == true)
  }

  @Test func `moves its requirement along`() async throws {
    let text = "gem 'tool', '~> 1.0', git: 'https://git.example/tool', tag: 'v1.0.0'\n"
    let (gemfile, _) = try await update(text, to: "2.0.0")
    #expect(gemfile == "gem 'tool', '~> 2.0', git: 'https://git.example/tool', tag: 'v2.0.0'\n")
  }

  @Test(arguments: [
    (pinned, "1.9.9", "has no tag for this version"),
    ("T = 'v1.0' + '.0'\n" + pinned.replacing("'v1.0.0'", with: "T"), "2.0.0", "is computed"),
    (
      "git 'https://git.example/tool', tag: 'v1.0.0' do\n  gem 'tool'\nend\n", "2.0.0",
      "shares with other gems"
    ),
  ])
  func `stays if the tag cannot be edited`(
    gemfile: String, version: String, says: String
  ) async throws {
    let problem = await #expect(throws: Problem.self) {
      try await update(gemfile, to: version)
    }
    #expect(problem?.message.contains(says) == true, "\(String(describing: problem))")
  }

  @Test func `stays if only the lock may change`() async throws {
    var options = UpdateOptions()
    options.strategy = .lockfileOnly
    let problem = await #expect(throws: Problem.self) {
      try await update(pinned, to: "2.0.0", options)
    }
    #expect(problem?.kind == .unsolvable)
  }
}

@Suite struct `Submodules` {
  private static let gemfile =
    "gem 'tool', git: 'https://git.example/tool', tag: 'v1.0.0', submodules: true\n"

  @Test func `are refused, if a commit has to be read`() async throws {
    let problem = await #expect(throws: Problem.self) { try await tree(Self.gemfile) }
    #expect(problem?.kind == .refused)
    #expect(problem?.message.contains("submodules") == true)
  }

  @Test func `stay in a lock that holds its commit`() async throws {
    let (plain, project) = try await tree(pinned)
    let lock = try await plain.read("Gemfile.lock").string
      .replacing("  tag: v1.0.0\n", with: "  tag: v1.0.0\n  submodules: true\n")
    let kept = SourceTree(name: "app", files: ["Gemfile": Self.gemfile, "Gemfile.lock": lock])
    let change = try await bundler(tags).open(project, in: kept)
      .change(toward: .lock(LockOptions()))
    #expect(change.files == [])
  }
}
