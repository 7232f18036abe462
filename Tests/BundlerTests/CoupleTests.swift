import Ecosystem
import TestSupport
import Testing

@testable import Bundler

/// Two gems that are released together (one requires the other exactly), and another gem.
private let world = [
  "a": "1.0 b:= 1.0\n2.0 b:= 2.0\n3.0.rc1 b:= 3.0.rc1",
  "b": "1.0 \n2.0 c:~> 2.0\n3.0.rc1 ",
  "c": "1.0 \n2.0 \n2.1 \n3.0 ",
  "d": "1.0 \n2.0 ",
]

private let files = [
  "Gemfile": """
  source "https://rubygems.org"

  gem "a", "1.0"
  gem "b", "1.0"
  gem "c"
  gem "d"

  """,
  "Gemfile.lock": """
  GEM
    remote: https://rubygems.org/
    specs:
      a (1.0)
        b (= 1.0)
      b (1.0)
      c (1.0)
      d (1.0)

  PLATFORMS
    x86_64-linux

  DEPENDENCIES
    a (= 1.0)
    b (= 1.0)
    c
    d

  BUNDLED WITH
     2.7.2

  """,
]

/// Gems that can't move alone.
@Suite struct `Gems that pin each other exactly` {
  @Test(arguments: [("a", ["b 2.0", "c 2.1"]), ("b", ["a 2.0", "c 2.1"]), ("d", [])])
  func `are coupled, with what they need`(name: String, partners: [String]) async throws {
    let opened = try await BundlerEcosystem.serving(world).open(files)
    let found = try await opened.coupled(with: Goal.Target(name: name, version: "2.0"))
    #expect(found.map { "\($0.name) \($0.version ?? "")" } == partners)
  }

  @Test func `move together where one alone has no solution`() async throws {
    let bundler = BundlerEcosystem.serving(world)
    let alone = Goal.update([Goal.Target(name: "a", version: "2.0")], UpdateOptions())
    await #expect(throws: Problem.self) { _ = try await change(alone, files, bundler) }
    let opened = try await bundler.open(files)
    let target = Goal.Target(name: "a", version: "2.0")
    let all = [target] + (try await opened.coupled(with: target))
    let together = try await opened.change(toward: .update(all, UpdateOptions()))
    #expect(together.moves.map { "\($0.name) \($0.to ?? "")" } == ["a 2.0", "b 2.0", "c 2.1"])
    let text = together.files.first { $0.path == "Gemfile" }?.after ?? []
    #expect(String(decoding: text, as: UTF8.self).contains("gem \"b\", \"2.0\""))
  }

  @Test func `lead to what they need in the lock`() async throws {
    let opened = try await BundlerEcosystem.serving(world).open(files)
    #expect(try await opened.packages(neededBy: ["a"]) == ["a", "b"])
    #expect(try await opened.packages(neededBy: ["b", "d"]) == ["b", "d"])
  }

  @Test func `are removed from the lock only by what needed them`() async throws {
    var infos = world
    infos["d"] = "1.0 e:>= 0\n2.0 "
    infos["e"] = "1.0 "
    infos["f"] = "1.0 "
    var files = files
    files["Gemfile.lock"] = files["Gemfile.lock"]?
      .replacing("    d (1.0)\n", with: "    d (1.0)\n      e\n    e (1.0)\n")
    let bundler = BundlerEcosystem.serving(infos)
    #expect(try await bundler.open(files).removal(by: "d") == "e")
    files["Gemfile.lock"] = files["Gemfile.lock"]?
      .replacing("    e (1.0)\n", with: "    e (1.0)\n    f (1.0)\n")
    #expect(try await bundler.open(files).removal(by: "d") == "refused: f")
  }

  @Test func `have no partner that excludes the version`() async throws {
    var infos = world
    infos["b"] = "1.0 \n1.5 "
    let opened = try await BundlerEcosystem.serving(infos).open(files)
    #expect(try await opened.coupled(with: Goal.Target(name: "a", version: "2.0")) == [])
  }
}
