import Ecosystem
import Git
import HTTP
import SwiftPM
import Testing
import Text

private func from(_ name: String, _ version: String) -> String {
  #".package(url: "https://example.com/acme/\#(name)", from: "\#(version)")"#
}

private func tree(_ dependency: String) -> SourceTree {
  SourceTree(
    name: "app",
    files: [
      "Package.swift": """
      // swift-tools-version:5.9
      import PackageDescription
      let package = Package(name: "app", dependencies: [\(dependency)])
      """
    ])
}

/// A manifest whose text grows without end, in the only place that counts.
private let hostile =
  "// swift-tools-version:5.9\nimport PackageDescription\nvar s = \"aaaaaaaaaaaaaaaa\"\n"
  + String(repeating: "s = s + s\n", count: 60)
  + "let package = Package(name: s)\n"

@Suite struct `A release that is held back` {
  private func releases(_ world: ScriptedGit) async throws -> [Release] {
    let swift = world.ecosystem
    let tree = tree(from("kit", "1.0.0"))
    let project = try #require(swift.discover(in: tree.paths).first)
    let opened = try await swift.open(project, in: tree)
    let dependency = try #require(try await opened.dependencies().first)
    return try await opened.releases(of: dependency)
  }

  @Test func `a release whose manifest is refused is held back with the reason`() async throws {
    let releases = try await releases(
      ScriptedGit(["kit": ["1.0.0": library("kit"), "1.1.0": hostile]]))
    #expect(releases.map(\.version) == ["1.0.0", "1.1.0"])
    #expect(releases[0].heldBack == nil)
    let reason = try #require(releases[1].heldBack)
    #expect(reason.contains("computes too much with `+`"))
    #expect(reason.contains("Package.swift:"))
  }

  @Test func `an update of everything leaves out a release whose manifest is refused`()
    async throws
  {
    let world = ScriptedGit([
      "kit": ["1.0.0": library("kit"), "1.1.0": library("kit"), "1.2.0": hostile]
    ])
    let tree = tree(from("kit", "1.0.0"))
    let swift = world.ecosystem
    let project = try #require(swift.discover(in: tree.paths).first)
    let change = try await swift.open(project, in: tree).change(toward: .updateAll(.init()))
    #expect(change.moves.map { "\($0.name) \($0.to ?? "-")" } == ["kit 1.1.0"])
    #expect(change.heldBack.map { "\($0.name) \($0.version)" } == ["kit 1.2.0"])
    #expect(change.heldBack[0].reason.contains("computes too much with `+`"))
    // A lock alone must hold what SwiftPM itself would choose.
    let problem = await #expect(throws: Problem.self) {
      try await swift.open(project, in: tree).change(toward: .lock(.init()))
    }
    #expect(problem?.kind == .refused)
  }

  @Test func `a release for newer tools is held back with the reason`() async throws {
    let releases = try await releases(
      ScriptedGit([
        "kit": ["1.0.0": library("kit"), "1.1.0": "// swift-tools-version:9.0\n"]
      ]))
    #expect(releases[1].heldBack == "needs Swift tools 9.0.0, but locks are written for 6.3.1")
  }

  /// The reasons of the releases of `kit`, for a project with some arguments before `dependencies:`.
  private func reasons(
    _ history: ScriptedGit.History, platforms: String, uses: String
  ) async throws -> [String?] {
    let text = """
      // swift-tools-version:5.9
      import PackageDescription
      let package = Package(
        name: "app", \(platforms) dependencies: [\(from("kit", "1.0.0"))],
        targets: [.target(name: "app", dependencies: [\(uses)])])
      """
    let swift = ScriptedGit(["kit": history]).ecosystem
    let tree = SourceTree(name: "app", files: ["Package.swift": text])
    let project = try #require(swift.discover(in: tree.paths).first)
    let opened = try await swift.open(project, in: tree)
    let dependency = try #require(try await opened.dependencies().first)
    return try await opened.releases(of: dependency).map(\.heldBack)
  }

  /// A release of `kit` with some products and platforms.
  private func kit(_ products: String..., platforms: String = "") -> String {
    let list = products.map { ".library(name: \"\($0)\", targets: [\"kit\"])" }
    return """
      // swift-tools-version:5.9
      import PackageDescription
      let package = Package(
        name: "kit", \(platforms) products: [\(list.joined(separator: ", "))],
        targets: [.target(name: "kit")])
      """
  }

  @Test(arguments: [
    ("platforms: [.iOS(.v13), .macOS(.v12)],", "needs iOS 15, but Package.swift has iOS 13"),
    ("platforms: [.iOS(\"14.5\")],", "needs iOS 15, but Package.swift has iOS 14.5"),
    ("platforms: [.iOS(.v15)],", nil), ("platforms: [.iOS(.v16), .tvOS(.v13)],", nil),
    // What the project doesn't declare, or computes, holds nothing back.
    ("", nil), ("platforms: [.macOS(.v10_15)],", nil),
  ])
  func `a release for newer platforms than the project declares is held back with the reason`(
    platforms: String, reason: String?
  ) async throws {
    let history: ScriptedGit.History = [
      "1.0.0": kit("kit", platforms: "platforms: [.iOS(.v13)],"),
      "1.1.0": kit("kit", platforms: "platforms: [.iOS(.v13)],"),
      "1.2.0": kit("kit", platforms: "platforms: [.iOS(.v15), .watchOS(.v9)],"),
    ]
    #expect(
      try await reasons(history, platforms: platforms, uses: "\"kit\"") == [nil, nil, reason])
  }

  @Test(arguments: [
    (".product(name: \"Logs\", package: \"kit\")", "Logs"), ("\"kit\"", nil),
    // What the release in use lacks, too, comes from elsewhere.
    (".product(name: \"Other\", package: \"kit\")", nil), ("\"elsewhere\"", nil),
  ])
  func `a release that drops a product in use is held back with the reason`(
    use: String, product: String?
  ) async throws {
    let history: ScriptedGit.History = [
      "1.0.0": kit("kit", "Logs"), "1.1.0": kit("kit", "Logs"), "1.2.0": kit("kit"),
    ]
    let reason = product.map { "no longer has the product \($0), which a target uses" }
    #expect(try await reasons(history, platforms: "", uses: use) == [nil, nil, reason])
  }

  /// A package with or without the trait `Logs`.
  private func traits(_ declaration: String) -> String {
    """
    // swift-tools-version:6.1
    import PackageDescription
    let package = Package(
      name: "kit", products: [.library(name: "kit", targets: ["kit"])], \(declaration)
      targets: [.target(name: "kit")])
    """
  }

  @Test func `a release that drops a trait in use is held back with the reason`() async throws {
    let world = ScriptedGit([
      "kit": [
        "1.0.0": traits("traits: [.trait(name: \"Logs\")],"),
        "1.1.0": traits("traits: [.trait(name: \"Logs\")],"), "1.2.0": traits(""),
      ]
    ])
    let text = """
      // swift-tools-version:6.1
      import PackageDescription
      let package = Package(name: "app", dependencies: [
        .package(url: "https://example.com/acme/kit", from: "1.0.0", traits: ["Logs"])])
      """
    let tree = SourceTree(name: "app", files: ["Package.swift": text])
    let swift = world.ecosystem
    let project = try #require(swift.discover(in: tree.paths).first)
    let opened = try await swift.open(project, in: tree)
    let dependency = try #require(try await opened.dependencies().first)
    let releases = try await opened.releases(of: dependency)
    #expect(releases.map(\.heldBack) == [nil, nil, "declares no traits, but some are asked for"])
    let change = try await opened.change(toward: .updateAll(.init()))
    #expect(change.moves.map { "\($0.name) \($0.to ?? "-")" } == ["kit 1.1.0"])
    #expect(change.heldBack.map(\.version) == ["1.2.0"])
    let problem = await #expect(throws: Problem.self) {
      try await opened.change(toward: .update([.init(name: "kit", version: "1.2.0")], .init()))
    }
    #expect(problem?.kind == .unsolvable)
  }

  @Test func `a release whose tree is too large is held back with the reason`() async throws {
    let world = ScriptedGit(["kit": ["1.0.0": library("kit"), "1.1.0": library("kit")]])
    let plain = world.client
    let bomb = ScriptedGit.commit("kit", "1.1.0")
    let git = Git.Client(
      references: { remote throws(GitError) in try await plain.references(remote) },
      files: { (remote, reference, select) throws(GitError) in
        guard reference.commit != bomb else {
          throw GitError(
            .tooLarge(limit: 128 << 20), subject: remote, detail: "the list of its files")
        }
        return try await plain.files(remote, reference, select)
      })
    let swift = SwiftPMEcosystem(http: unreachable, git: git)
    let tree = tree(from("kit", "1.0.0"))
    let project = try #require(swift.discover(in: tree.paths).first)
    let opened = try await swift.open(project, in: tree)
    let dependency = try #require(try await opened.dependencies().first)
    let releases = try await opened.releases(of: dependency)
    #expect(releases.map(\.version) == ["1.0.0", "1.1.0"])
    #expect(releases[0].heldBack == nil)
    let reason = try #require(releases[1].heldBack)
    #expect(reason.contains("needs more than 128 MiB: the list of its files"), "\(reason)")
    let change = try await opened.change(toward: .updateAll(.init()))
    #expect(change.moves.map { "\($0.name) \($0.to ?? "-")" } == ["kit 1.0.0"])
  }

  @Test func `a repository that gives no answer is not a release that fits`() async throws {
    let world = ScriptedGit(["kit": ["1.0.0": library("kit"), "1.1.0": library("kit")]])
    let client = Git.Client(
      references: world.client.references,
      files: { (remote, _, _) throws(GitError) in throw GitError(.timedOut, subject: remote) })
    let swift = SwiftPMEcosystem(http: unreachable, git: client)
    let tree = tree(from("kit", "1.0.0"))
    let project = try #require(swift.discover(in: tree.paths).first)
    let opened = try await swift.open(project, in: tree)
    let dependency = try #require(try await opened.dependencies().first)
    let problem = await #expect(throws: Problem.self) {
      try await opened.releases(of: dependency)
    }
    #expect(problem?.message.contains("did not respond in time") == true)
  }

  /// A world in which every package needs the next one, or has any number of tags.
  private func endless(tags: Int) -> SwiftPMEcosystem {
    let next: @Sendable (String) -> String = { remote in
      "kit\((Int(remote.drop { !$0.isNumber }.prefix { $0.isNumber }) ?? 0) + 1)"
    }
    let client = Git.Client(
      references: { (remote) throws(GitError) in
        (0..<tags).map {
          Reference(name: "refs/tags/1.\($0).0", commit: ScriptedGit.commit(remote, "\($0)"))
        }
      },
      files: { (remote, _, _) throws(GitError) in
        ["Package.swift": Array(library("kit", from(next(remote), "1.0.0")).utf8)]
      })
    return SwiftPMEcosystem(http: unreachable, git: client)
  }

  @Test(arguments: [
    (1, "more than 800 rounds of requests"), (100_001, "more than 100000 branches"),
  ])
  func `an endless chain, or too many tags, end with a refusal`(
    tags: Int, word: String
  ) async throws {
    let swift = endless(tags: tags)
    let tree = tree(from("kit0", "1.0.0"))
    let project = try #require(swift.discover(in: tree.paths).first)
    let problem = await #expect(throws: Problem.self) {
      try await swift.open(project, in: tree).change(toward: .lock(.init()))
    }
    #expect(problem?.kind == .refused)
    #expect(problem?.message.contains(word) == true)
  }
}
