import Ecosystem
import Testing
import Text

@testable import CocoaPods

/// Former 1.0 and 1.1 are deprecated in favor of Kit, whose newest version 3.1.0 needs Core.
///
/// Both have the subspec `UI`; only Former has `Net`.
@Suite struct `The successor of a pod` {
  private static let favor = #""deprecated_in_favor_of": "Kit""#
  private static let subspecs = #""subspecs": [{"name": "UI"}, {"name": "Net"}]"#
  private static let world = PodWorld(
    pods: [
      "Former 1.0.0": "", "Former 1.1.0": "", "Kit 2.0.0": "", "Kit 3.0.0": "", "Kit 3.1.0": "Core",
      "Core 1.0.0": "", "Old 1.0.0": "", "Old 1.1.0": "", "User 1.0.0": "Former",
    ],
    attributes: [
      "Former 1.0.0": "\(favor), \(subspecs)", "Former 1.1.0": "\(favor), \(subspecs)",
      "Kit 3.0.0": #""subspecs": [{"name": "UI"}]"#, "Kit 3.1.0": #""subspecs": [{"name": "UI"}]"#,
      "Old 1.0.0": favor,
    ])

  /// A project with lines of a Podfile, locked at the first versions.
  private struct Pods {
    var files: [String: String]

    init(_ lines: String, _ world: PodWorld = world) async throws {
      var first = world
      first.pods = world.pods.filter { $0.key.hasSuffix(" 1.0.0") }
      files = ["Podfile": PodWorld.podfile(lines)]
      files.merge(try await first.change(files, toward: .lock(LockOptions()))) { $1 }
    }

    func answer(_ name: String = "Former", _ world: PodWorld = world) async throws -> String {
      let project = try await world.open(files)
      let dependency = try #require(
        try await project.dependencies().first { $0.name == name })
      let releases = try await project.releases(of: dependency)
      let status = try await project.standing(of: dependency, among: releases)
      let successor = try #require(status?.namedSuccessor)
      switch try await project.successor(of: dependency, named: successor, among: releases) {
      case .offered(let reason): return reason
      case .replaceable(let found):
        let held = found.releases.compactMap { release in
          release.heldBack.map { "\(release.version) \($0)" }
        }
        return "\(found.dependency.name): "
          + (held + found.releases.filter { $0.heldBack == nil }.map(\.version))
          .joined(separator: ", ")
      }
    }

    static func goal(_ version: String) -> Goal {
      var options = UpdateOptions()
      options.raises = true
      return .update(
        [Goal.Target(name: "Former", version: version, successor: "Kit")], options)
    }

    func change(to version: String = "3.1.0") async throws -> Change {
      try await world.open(files).change(toward: Self.goal(version))
    }
  }

  @Test(arguments: [
    ("pod 'Former'", "pod 'Kit'"), ("pod 'Former', '~> 1.0'", "pod 'Kit', '~> 3.1'"),
    ("pod \"Former\", \"1.0.0\" # REST", "pod \"Kit\", \"3.1.0\" # REST"),
    ("pod 'Former', '>= 1.0'", "pod 'Kit', '>= 3.1.0'"),
    ("pod 'Former/UI', '~> 1.0.0'", "pod 'Kit/UI', '~> 3.1.0'"),
    ("pod 'Former', :subspecs => ['UI']", "pod 'Kit', :subspecs => ['UI']"),
    (
      "pod 'Former', '~> 1'\nabstract_target 'B' do\n  pod 'Former/UI'\nend",
      "pod 'Kit', '~> 3'\nabstract_target 'B' do\n  pod 'Kit/UI'\nend"
    ),
  ])
  func `takes over the lines, and the lock is that of an install`(
    before: String, after: String
  ) async throws {
    let pods = try await Pods(before)
    let change = try await pods.change()
    var files = pods.files
    for file in change.files {
      files[file.path] = String(decoding: file.after ?? [], as: UTF8.self)
    }
    #expect(files["Podfile"] == PodWorld.podfile(after))
    var installed = pods.files
    installed["Podfile"] = files["Podfile"]
    installed.merge(try await Self.world.change(installed, toward: .lock(LockOptions()))) { $1 }
    #expect(files["Podfile.lock"] == installed["Podfile.lock"])
    #expect(
      change.moves.map { "\($0.name) \($0.from ?? "-") \($0.to ?? "-")" } == [
        "Kit - 3.1.0", "Core - 1.0.0", "Former 1.0.0 -",
      ])
  }

  @Test func `isn't written if other lines would change`() async throws {
    let pods = try await Pods("['Former', 'Core'].each { |name| pod name, '~> 1.0' }")
    let problem = await #expect(throws: Problem.self) { try await pods.change() }
    #expect(problem?.message == "would change other pods when edited")
  }

  @Test func `is locked at the version that was asked for`() async throws {
    let change = try await Pods("pod 'Former', '~> 1.0'").change(to: "3.0.0")
    #expect(change.moves.map(\.to) == ["3.0.0", nil])
    #expect(
      change.requirements == [
        RequirementEdit(
          name: "Kit", file: "Podfile", before: "Former (~> 1.0)", after: "Kit (~> 3.0)")
      ])
  }

  @Test func `is found with its releases`() async throws {
    #expect(try await Pods("pod 'Former'").answer() == "Kit: 2.0.0, 3.0.0, 3.1.0")
    var newer = Self.world
    newer.platforms = ["Kit 3.1.0": "15.0"]
    #expect(
      try await Pods("pod 'Former'").answer("Former", newer)
        == "Kit: 3.1.0 needs iOS 15.0, but App has iOS 13.0, 2.0.0, 3.0.0")
  }

  @Test func `is held back in versions without a subspec in use`() async throws {
    let lacking = ["2.0.0", "3.0.0", "3.1.0"].map {
      "\($0) doesn't have the subspec Kit/Net, which App uses"
    }
    let pods = try await Pods("pod 'Former/Net'")
    #expect(try await pods.answer() == "Kit: " + lacking.joined(separator: ", "))
    let problem = await #expect(throws: Problem.self) { try await pods.change() }
    #expect(problem?.message == "can't be replaced by Kit: Kit 3.1.0 has no subspec Net")
  }

  @Test(arguments: [
    ("pod 'Former'\npod 'Kit', '> 0'", "Podfile has Kit already"),
    ("pod 'Former'\npod 'User'", "User needs it, too"),
    ("pod 'Former', '>= 1.0', '< 2'", "Podfile:3:1 has several requirements"),
    (
      "pod 'Former', '< 2'",
      "Podfile:3:1 has a requirement that says nothing about another pod"
    ),
    ("pod 'For' + 'mer'", "Podfile:3:1 computes its name"),
    ("v = 1\npod 'Former', \"~> #{v}\"", "Podfile:4:1 computes its requirement"),
    (
      "pod 'Former'\nputs 'Former/UI'", "Podfile names it outside of its `pod` lines, too"
    ),
  ])
  func `is only offered where the lines can't name it`(
    lines: String, reason: String
  ) async throws {
    let pods = try await Pods(lines, lines.contains("'Kit'") ? Self.early : Self.world)
    #expect(try await pods.answer() == reason)
    let problem = await #expect(throws: Problem.self) { try await pods.change() }
    #expect(problem?.kind == .refused)
    #expect(problem?.message == "can't be replaced by Kit: \(reason)")
  }

  /// The same world in which Kit has a first version, too.
  private static var early: PodWorld {
    var early = world
    early.pods["Kit 1.0.0"] = ""
    return early
  }

  @Test func `is only offered if the newest version doesn't name it`() async throws {
    let pods = try await Pods("pod 'Old'")
    #expect(try await pods.answer("Old") == "its newest version 1.1.0 doesn't name this successor")
  }

  @Test func `isn't used below a version that lacks a subspec`() async throws {
    let pods = try await Pods("pod 'Former/UI'")
    let problem = await #expect(throws: Problem.self) { try await pods.change(to: "2.0.0") }
    #expect(problem?.message == "can't be replaced by Kit: Kit 2.0.0 has no subspec UI")
  }
}
