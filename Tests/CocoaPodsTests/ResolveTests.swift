import Ecosystem
import TestSupport
import Testing
import Text

@testable import CocoaPods

private func update(_ name: String, _ version: String? = nil) -> Goal {
  .update([.init(name: name, version: version)], UpdateOptions())
}

@Suite struct `A resolution of pods` {
  static let world = PodWorld(pods: [
    "A 1.0": "C >= 1.0", "A 2.0": "C >= 2.0", "B 1.0": "C < 2.0", "C 1.0": "", "C 1.5": "",
    "C 2.0": "", "P 1.0": "", "P 2.0-beta.1": "", "X 1.0": "Gone", "L 1.0": "M", "M 1.0": "L",
  ])

  @Test func `takes the newest versions that fit together`() async throws {
    #expect(try await Self.world.locked("pod 'A'\npod 'B'") == ["A 1.0", "B 1.0", "C 1.5"])
    #expect(try await Self.world.locked("pod 'A'") == ["A 2.0", "C 2.0"])
  }

  @Test func `takes a pre-release only if one is named`() async throws {
    #expect(try await Self.world.locked("pod 'P'") == ["P 1.0"])
    #expect(try await Self.world.locked("pod 'P', '>= 2.0-alpha'") == ["P 2.0-beta.1"])
  }

  @Test func `keeps what is locked and fits`() async throws {
    let lock = """
      PODS:
        - A (1.0):
          - C (>= 1.0)
        - C (1.0)

      DEPENDENCIES:
        - A

      SPEC REPOS:
        trunk:
          - A
          - C

      COCOAPODS: 1.15.2
      """
    #expect(try await Self.world.locked("pod 'A'", lock: lock) == ["A 1.0", "C 1.0"])
    #expect(
      try await Self.world.locked("pod 'A'", lock: lock, update("A")) == ["A 2.0", "C 2.0"])
    #expect(
      try await Self.world.locked("pod 'A'", lock: lock, update("C", "1.5")) == ["A 1.0", "C 1.5"])
  }

  @Test func `removes only pods that the updated ones needed`() async throws {
    let world = PodWorld(pods: [
      "A 1.0": "C >= 1.0", "A 2.0": "", "B 1.0": "", "C 1.0": "D/Core", "D 1.0": "",
      "D/Core 1.0": "",
    ])
    let pods = "  - A (1.0):\n    - C (>= 1.0)\n  - C (1.0):\n    - D/Core\n  - D/Core (1.0)\n"
    let lock = { (pods: String) in
      """
      PODS:
      \(pods)
      DEPENDENCIES:
        - A

      SPEC REPOS:
        trunk:
          - A
          - C
          - D

      COCOAPODS: 1.15.2

      """
    }
    let podfile = PodWorld.podfile("pod 'A'")
    let opened = try await world.open(["Podfile": podfile, "Podfile.lock": lock(pods)])
    #expect(try await opened.packages(neededBy: ["A"]) == ["A", "C", "D"])
    #expect(try await opened.packages(neededBy: ["C"]) == ["C", "D"])
    #expect(try await opened.removal(by: "A") == "C, D")
    let stale = ["Podfile": podfile, "Podfile.lock": lock(pods + "  - Z (1.0)\n")]
    #expect(try await world.open(stale).removal(by: "A") == "refused: Z")
  }

  @Test(arguments: [("A", "1.0"), ("a", "1.0"), ("a/Core", "1.0"), ("a", nil)])
  func `finds a pod in any case when its requirement is edited`(
    name: String, version: String?
  ) async throws {
    let files = ["Podfile": PodWorld.podfile("pod 'A', '~> 1.0'\npod 'B'")]
    let world = PodWorld(pods: ["A 1.0": "", "A 2.0": "", "B 1.0": ""])
    var written = try await world.change(files, toward: .lock(LockOptions()))
    written["Podfile"] = files["Podfile"]
    let changed = try await world.change(
      written, toward: update(name, version.map { _ in "2.0" }))
    #expect(changed["Podfile"]?.contains("pod 'A', '~> 2.0'") == (version == nil ? nil : true))
  }

  @Test func `finds indirect pods in another repository than the direct ones`() async throws {
    let lines = """
      source 'https://specs.example.com/'
      source 'https://cdn.cocoapods.org/'
      pod 'A'
      """
    let lock = """
      PODS:
        - A (1.0):
          - C (>= 1.0)
        - C (1.0)

      DEPENDENCIES:
        - A

      SPEC REPOS:
        https://specs.example.com/:
          - A
        trunk:
          - C

      COCOAPODS: 1.15.2
      """
    #expect(try await Self.world.locked(lines, lock: lock) == ["A 1.0", "C 1.0"])
  }

  @Test(arguments: [
    ("pod 'A', '2.0'\npod 'B'", Problem.Kind.unsolvable, "has no version that satisfies all"),
    ("pod 'X'", .unsolvable, "is in none of the repositories of specs"),
    ("pod 'L'", .unsolvable, "has no version that satisfies all"),
    ("pod 'A', :http => 'https://e.com/a.zip'", .refused, "comes from a source"),
    ("pod 'A', :path => '../a'", .refused, "has its podspec outside of the repository"),
  ])
  func `says why there is no solution`(
    _ lines: String, _ kind: Problem.Kind, _ message: String
  ) async throws {
    let problem = await #expect(throws: Problem.self) { try await Self.world.locked(lines) }
    #expect(problem?.kind == kind)
    #expect(problem?.message.hasPrefix(message) == true, "\(problem?.message ?? "")")
  }

  @Test func `edits the requirement in its style, on every line of the pod`() async throws {
    let podfile = "platform :ios, '13.0'\ntarget 'App' do\n  pod 'A', '~> 1.0' # a\nend\n"
    let files = ["Podfile": podfile]
    let changed = try await Self.world.change(files, toward: update("A", "2.0"))
    #expect(changed["Podfile"] == podfile.replacing("~> 1.0", with: "~> 2.0"))
    #expect(changed["Podfile.lock"]?.hasPrefix("PODS:\n  - A (2.0):\n    - C (>= 2.0)\n") == true)
  }
}
