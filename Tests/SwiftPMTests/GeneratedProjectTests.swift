import Ecosystem
import SwiftPM
import Testing

private let world = ScriptedGit([
  "kit": ["1.0.0": library("kit"), "1.4.0": library("kit"), "2.1.0": library("kit")],
  "log": ["1.0.0": library("log"), "1.2.0": library("log")],
])

/// XcodeGen's file with one package in each of two forms.
private func generator(_ kit: String) -> String {
  """
  name: App
  packages:
    Kit:
      url: https://example.com/acme/kit
      \(kit)
    Log: {url: "https://example.com/acme/log", majorVersion: 1.0.0}
    Own:
      path: Own
  targets:
    App: {type: application, platform: iOS, dependencies: [{package: Kit}]}

  """
}

private let lock = "App.xcodeproj/project.xcworkspace/xcshareddata/swiftpm/Package.resolved"

private func tree(_ kit: String) -> SourceTree {
  SourceTree(
    name: "repo",
    files: [
      "project.yml": generator(kit), lock: #"{"pins": [], "version": 2}"#,
      "Own/Package.swift": library("Own"),
    ])
}

private func change(_ kit: String, toward goal: Goal) async throws -> [String: String] {
  let repository = tree(kit)
  let swift = world.ecosystem
  let project = try #require(
    swift.discover(in: repository.paths).first { $0.manifest == "project.yml" })
  let change = try await swift.open(project, in: repository).change(toward: goal)
  return Dictionary(
    uniqueKeysWithValues: change.files.map { file in
      (file.path, String(decoding: file.after ?? [], as: UTF8.self))
    })
}

@Suite struct GeneratedProjectTests {
  @Test(arguments: [
    ("from: 1.0.0", "from: 2.1.0"), ("majorVersion: '1.0.0'", "majorVersion: \"2.1.0\""),
    ("minorVersion: 1.0.0", "minorVersion: 2.1.0"), ("exactVersion: 1.0.0", "exactVersion: 2.1.0"),
    ("version: \"1.0.0\"", "version: \"2.1.0\""),
    (
      "minVersion: 1.0.0\n    maxVersion: 2.0.0",
      "minVersion: 1.0.0\n    maxVersion: 3.0.0"
    ),
  ])
  func `a version is edited in XcodeGen's file, in its form`(
    before: String, after: String
  ) async throws {
    let goal = Goal.update([.init(name: "kit", version: "2.1.0")], .init())
    #expect(try await change(before, toward: goal)["project.yml"] == generator(after))
  }

  @Test func `pins are resolved, its local packages being roots`() async throws {
    let text = try await change("from: 1.0.0", toward: .lock(.init()))[lock]
    #expect(text?.contains("1.4.0") == true)
    #expect(text?.contains("1.2.0") == true)
  }

  @Test(arguments: ["newest: 1.0.0", "from: latest", "from: [1, 2]"])
  func `what is no version is refused with its place`(kit: String) async throws {
    let problem = await #expect(throws: Problem.self) {
      try await change(kit, toward: .lock(.init()))
    }
    #expect(problem?.kind == .refused)
    #expect(problem?.location != nil)
  }
}
