import Ecosystem
import HTTP
import Testing
import Text

@testable import CocoaPods

/// Releases that CocoaPods chooses, only to fail then, and those below them.
@Suite struct `A release of a pod that can't be used` {
  private let world = PodWorld(
    pods: [
      "A 1.0.0": "", "A 1.1.0": "", "A 1.2.0": "Priv", "B 1.0.0": "", "B 1.1.0": "", "B 1.2.0": "",
      "C 1.0.0": "", "C 1.1.0": "D", "C 1.2.0": "A >= 9", "D 1.0.0": "",
    ], systems: ["B 1.2.0": "osx"])
  private let lines = "pod 'A', '~> 1.0'\npod 'B', '~> 1.0'\npod 'C'"
  private let lock = """
    PODS:
      - A (1.0.0)
      - B (1.0.0)
      - C (1.0.0)

    DEPENDENCIES:
      - A (~> 1.0)
      - B (~> 1.0)
      - C

    SPEC REPOS:
      trunk:
        - A
        - B
        - C

    COCOAPODS: 1.16.2

    """

  private func open() async throws -> any OpenProject {
    try await world.open(["Podfile": PodWorld.podfile(lines), "Podfile.lock": lock])
  }

  private func goal(_ targets: [String: String], isProposal: Bool = true) -> Goal {
    var options = UpdateOptions()
    options.raises = isProposal
    return .update(
      targets.sorted { $0.key < $1.key }.map { Goal.Target(name: $0.key, version: $0.value) },
      options)
  }

  @Test(arguments: [
    ("A", "needs Priv, which is in none of the repositories of specs"),
    ("B", "doesn't support iOS, but App has iOS 13.0"), ("C", nil),
  ])
  func `is held back with the reason`(name: String, reason: String?) async throws {
    let project = try await open()
    let dependency = try #require(
      try await project.dependencies().first { $0.name == name })
    let releases = try await project.releases(of: dependency)
    #expect(releases.last?.heldBack == reason)
    #expect(releases.dropLast().allSatisfy { $0.heldBack == nil })
  }

  @Test(arguments: ["A", "B"])
  func `doesn't prevent a proposal of the one below`(name: String) async throws {
    let project = try await open()
    let change = try await project.change(toward: goal([name: "1.1.0"]))
    #expect(change.moves.map { "\($0.name) \($0.to ?? "-")" } == ["\(name) 1.1.0"])
    #expect(change.requirements.map(\.after) == ["~> 1.1"])
    let both = try await project.change(toward: goal(["A": "1.1.0", "B": "1.1.0"]))
    #expect(both.moves.map(\.to) == ["1.1.0", "1.1.0"])
  }

  @Test(arguments: ["A", "B"])
  func `is not proposed itself, nor reached by an edit`(name: String) async throws {
    let project = try await open()
    for goal in [goal([name: "1.2.0"]), goal([name: "1.1.0"], isProposal: false)] {
      let problem = await #expect(throws: Problem.self) {
        try await project.change(toward: goal)
      }
      #expect(problem?.kind == .unsolvable)
    }
  }

  @Test func `isn't explained by the requirements of the attempt`() async throws {
    let project = try await open()
    let problem = await #expect(throws: Problem.self) {
      try await project.change(toward: goal(["A": "1.1.0", "C": "1.2.0"]))
    }
    let lines = problem?.explanation ?? []
    #expect(lines.contains("The update asks for A 1.1.0."), "\(lines)")
    #expect(!lines.contains { $0.hasPrefix("Podfile requires A") })
  }

  @Test(arguments: [401, 404]) func `can be one whose podspec isn't shown`(
    status: Int
  ) async throws {
    let http = HTTP.Client { [world] request throws(HTTPError) in
      request.url.hasSuffix("/A/1.2.0/A.podspec.json")
        ? Response(status: status, url: request.url) : try await world.http.send(request)
    }
    let cocoapods = CocoaPodsEcosystem(http: http, git: .refusing, toolchain: Toolchain())
    let tree = SourceTree(
      name: "app", files: ["Podfile": PodWorld.podfile(lines), "Podfile.lock": lock])
    let project = try await cocoapods.open(
      try #require(cocoapods.discover(in: tree.paths).first), in: tree)
    let dependency = try #require(try await project.dependencies().first)
    let releases = try await project.releases(of: dependency)
    #expect(releases.last?.heldBack?.contains("status \(status)") == true)
    let change = try await project.change(toward: goal(["A": "1.1.0"]))
    #expect(change.moves.map { "\($0.name) \($0.to ?? "-")" } == ["A 1.1.0"])
  }
}

/// A pod that several targets of a Podfile have.
@Suite struct `A pod of several targets` {
  private let podfile = """
    platform :ios, '13.0'
    target 'App' do
      pod 'A', '~> 1.0'
    end
    target 'Share' do
      pod 'A', '~> 1.0.0'
    end

    """

  private func open() async throws -> any OpenProject {
    let world = PodWorld(pods: ["A 1.0.0": "", "A 1.0.1": "", "A 1.1.0": "", "A 2.0.0": ""])
    let lock = """
      PODS:
        - A (1.0.0)

      DEPENDENCIES:
        - A (~> 1.0)
        - A (~> 1.0.0)

      SPEC REPOS:
        trunk:
          - A

      COCOAPODS: 1.16.2

      """
    return try await world.open(["Podfile": podfile, "Podfile.lock": lock])
  }

  @Test func `is one dependency with a requirement for each`() async throws {
    let project = try await open()
    let found = try await project.dependencies()
    #expect(found.map(\.name) == ["A"])
    #expect(found[0].requirement == "~> 1.0, ~> 1.0.0")
    #expect(
      found[0].requirements.map { "\($0.section): \($0.text)" } == [
        "App: ~> 1.0", "Share: ~> 1.0.0",
      ])
    #expect(
      found[0].requirements.map { $0.location?.description } == ["Podfile:3:3", "Podfile:6:3"])
    let releases = try await project.releases(of: found[0])
    #expect(releases.last { $0.satisfiesRequirement }?.version == "1.0.1")
  }

  @Test func `is edited in all of them, and each edit is listed`() async throws {
    let change = try await open().change(
      toward: .update([.init(name: "A", version: "2.0.0")], UpdateOptions()))
    #expect(
      change.requirements == [
        RequirementEdit(name: "A", file: "Podfile", before: "~> 1.0", after: "~> 2.0"),
        RequirementEdit(name: "A", file: "Podfile", before: "~> 1.0.0", after: "~> 2.0.0"),
      ])
  }
}

@Suite struct `A deprecated pod` {
  @Test(arguments: [
    (#""deprecated_in_favor_of": "GoogleMaps+New""#, "GoogleMaps+New"),
    (#""deprecated_in_favor_of": "Kit/Core", "deprecated": true"#, "Kit/Core"),
    (#""deprecated": true"#, nil),
  ])
  func `has the successor that its podspec names`(
    attributes: String, successor: String?
  ) async throws {
    let world = PodWorld(pods: ["A 1.0.0": ""])
    let http = HTTP.Client { request throws(HTTPError) in
      guard request.url.hasSuffix("/A.podspec.json") else {
        return try await world.http.send(request)
      }
      let spec = #"{"name": "A", "version": "1.0.0", "platforms": {"ios": "12.0"}, \#(attributes)}"#
      return Response(status: 200, body: Array(spec.utf8), url: request.url)
    }
    let cocoapods = CocoaPodsEcosystem(http: http, git: .refusing, toolchain: Toolchain())
    let podfile = PodWorld.podfile("  pod 'A', '~> 1.0'")
    let written = try await world.change(["Podfile": podfile], toward: .lock(LockOptions()))
    let files = written.merging(["Podfile": podfile]) { $1 }
    let tree = SourceTree(name: "app", files: files)
    let project = try await cocoapods.open(
      try #require(cocoapods.discover(in: tree.paths).first), in: tree)
    let dependency = try #require(try await project.dependencies().first)
    let status = try await project.standing(of: dependency, among: [])
    guard case .deprecated(_, let named) = status else {
      Issue.record("\(String(describing: status))")
      return
    }
    #expect(named == successor)
    #expect(status?.successor == successor)
  }
}
