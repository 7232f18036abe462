import Ecosystem
import JavaScript
import Testing

@testable import Yarn

@Suite struct `A patch of Yarn's own` {
  @Test(arguments: [
    ("resolve", "1.8.1", "4.18.0", "3bafbf", nil),
    ("resolve", "1.9.0", "4.18.0", "9bd1a5", "lib/normalize-options.js"),
    ("resolve", "2.0.0-next.5", "4.18.0", "9bd1a5", "lib/normalize-options.js"),
    ("resolve", "1.22.10", "4.17.0", "c3c19d", "lib/normalize-options.js"),
    ("resolve", "1.22.8", "3.3.0", "c3c19d", "lib/normalize-options.js"),
    ("fsevents", "2.3.3", "4.9.2", "df0bf1", "fsevents.js"),
    ("fsevents", "2.1.3", "3.8.7", "31d12a", "fsevents.js"),
    ("fsevents", "1.2.13", "3.8.7", "d11327", "fsevents.js"),
    ("fsevents", "2.0.7", "3.8.7", "3bafbf", nil),
    ("typescript", "2.9.2", "4.18.0", "3bafbf", nil),
  ])
  func `has a hash that depends on the versions`(
    name: String, version: String, yarn: String, hash: String, file: String?
  ) throws {
    let patch = BuiltInPatch(
      name, try #require(Version(version)), try #require(Version(yarn)))
    #expect(patch?.hash == hash && patch?.file == file)
  }

  @Test(arguments: [
    ("resolve", "1.22.8", "3.2.4"), ("resolve", "1.22.8", "4.19.0"),
    ("typescript", "5.9.2", "4.18.0"), ("fsevents", "2.4.0-beta.1", "4.18.0"),
  ])
  func `isn't known of other versions`(name: String, version: String, yarn: String) throws {
    let version = try #require(Version(version))
    #expect(BuiltInPatch(name, version, try #require(Version(yarn))) == nil)
  }

  @Test(arguments: [("1.1.7", "4.18.0"), ("1.17.0", "4.18.0"), ("1.1.7", "3.8.7")])
  func `that changes nothing gives a new version a checksum`(
    version: String, yarn: String
  ) async throws {
    let lock = try await lock("resolve", version, yarn: yarn)
    #expect(lock.contains("builtin<compat/resolve>::version=\(version)&hash="))
    #expect(lock.ranges(of: "checksum: ").count == 2)
  }

  @Test func `for other platforms has no checksum`() async throws {
    let manifest = #"{"name": "app", "optionalDependencies": {"fsevents": "^2.0.0"}}"#
    let world = World(
      "fsevents 2.3.3: os darwin", ["package.json": manifest, "yarn.lock": ""], yarn: "4.17.0")
    let lock = try #require(try await world.after(.install).files["yarn.lock"])
    #expect(lock.contains("fsevents@npm%3A2.3.3#optional!builtin<compat/fsevents>"))
    #expect(lock.contains("::version=2.3.3&hash=df0bf1\"\n  conditions: os=darwin\n"))
  }

  @Test func `is refused if no locked version proves it`() async throws {
    let problem = await #expect(throws: Problem.self) {
      try await lock("resolve", "1.17.0", yarn: "3.8.7")
    }
    #expect(problem?.kind == .refused)
    #expect(
      problem?.message == "gets a patch of Yarn's own, and no locked version shows what it does")
  }

  @Test func `replaces the one of an earlier version of Yarn when the package is updated`()
    async throws
  {
    let old = try await lock("resolve", "1.17.0", yarn: "4.18.0")
      .replacing("hash=9bd1a5", with: "hash=c3c19d")
    let files = ["package.json": Self.manifest("resolve"), "yarn.lock": old]
    let world = World("resolve 1.17.0", files, yarn: "4.18.0")
    let new = try await world.after(.updateAll(UpdateOptions())).files["yarn.lock"]
    #expect(new?.contains("hash=9bd1a5") == true)
  }

  private func lock(_ name: String, _ version: String, yarn: String) async throws -> String {
    let files = ["package.json": Self.manifest(name), "yarn.lock": ""]
    let world = try await World("\(name) \(version)", files, yarn: yarn).after(.install)
    return try #require(world.files["yarn.lock"])
  }

  private static func manifest(_ name: String) -> String {
    #"{"name": "app", "dependencies": {"\#(name)": "*"}}"#
  }
}
