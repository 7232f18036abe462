import Ecosystem
import JSON
import Testing

@testable import JavaScript
@testable import NPM

@Suite struct `A package for one platform` {
  /// `mac` 1.1.0 needs macOS, as 1.0.0 does if `isOld`.
  private func world(_ platform: String?, isOld: Bool = false) async throws -> World {
    var world = try await World(
      "mac 1.0.0", ["package.json": #"{"dependencies": {"mac": "^1.0.0"}}"#]
    ).after(.install)
    world.registry = World("mac 1.0.0\nmac 1.1.0", [:]).registry
    world.edit("mac", "1.1.0") { $0["os"] = ["darwin"] }
    if isOld {
      world.files["package-lock.json"] = world.files["package-lock.json"]?.replacing(
        "\"version\": \"1.0.0\"", with: "\"version\": \"1.0.0\", \"os\": [\"darwin\"]")
    }
    if let platform { world.toolchain[.platform] = platform }
    return world
  }

  @Test(arguments: [nil, "darwin-arm64", "darwin-x64"])
  func `is updated on the developers' platform, whatever this machine is`(
    platform: String?
  ) async throws {
    let world = try await world(platform)
    let change = try await world.change(.update("mac"))
    #expect(change.moves.map(\.to) == ["1.1.0"])
    #expect(
      world.npm.warnings(about: change) == [
        .otherPlatform(
          package: "mac", version: "1.1.0", needs: #"os has to be ["darwin"], not linux"#)
      ])
  }

  @Test func `has no solution if the operator states another platform`() async throws {
    let world = try await world("linux-x64")
    let problem = await #expect(throws: Problem.self) { try await world.change(.update("mac")) }
    #expect(problem?.kind == .unsolvable)
    #expect(problem?.explanation == [#"os has to be ["darwin"], not linux"#])
  }

  @Test func `is updated if the lock has one for that platform already`() async throws {
    let change = try await world("linux-x64", isOld: true).change(.update("mac"))
    #expect(change.moves.map(\.to) == ["1.1.0"])
  }

  @Test(
    arguments: [
      ("linux-x64", "glibc"), ("linux-arm64-musl", "musl"), ("darwin-arm64", ""), ("win32", nil),
      ("a-b-c-d", nil),
    ] as [(String, String?)])
  func `is compared with a platform that has a C library on Linux only`(
    text: String, libc: String?
  ) {
    #expect(Platform(text)?.libc == libc)
  }
}
