import Configuration
import Ecosystem
import Forges
import Store
import Synchronization
import Testing
import Updates

@Suite struct `The key replace` {
  @Test(arguments: [
    ("request has been renamed to got", "got"), ("Please use `@acme/new` instead.", "@acme/new"),
    ("deprecated in favor of Alamofire", "Alamofire"), ("This package was moved to @x/y.", "@x/y"),
    ("Use the newer version instead", nil), ("see https://x.dev/a", nil), ("use b", nil), ("", nil),
    ("no longer maintained", nil), ("replaced by https://x.dev", nil),
  ])
  func `finds a successor only in the usual phrases`(message: String, expected: String?) {
    #expect(PackageStatus.deprecated(message: message).successor == expected)
  }

  @Test func `shows deprecated versions with the successor that the registry names`() async throws {
    let scene = try await Scene("replace: offer", ["deps.txt": "a 1.0.0\n"])
    scene.npm.publish("a", "1.0.0")
    scene.npm.deprecate("a", "1.0.0", "renamed to b")
    #expect(
      try await scene.run() == [
        "deps.txt: a 1.0.0 is deprecated: renamed to b; the successor is b"
      ])
    #expect(
      try await scene.observations().first?.reason
        == "up to date; 1.0.0 is deprecated: renamed to b; the successor is b")
    #expect(try await scene.open() == [])
  }

  @Test func `only offers a successor that a sentence names`() async throws {
    let scene = try await Scene("replace: pull-request", ["deps.txt": "a 1.0.0\n"])
    scene.npm.publish("a", "1.0.0")
    scene.npm.deprecate("a", "1.0.0", "renamed to b")
    let sentence =
      "1.0.0 is deprecated: renamed to b; the successor is b, which is only offered: only a sentence "
      + "names it, not a field of the registry"
    #expect(try await scene.run() == ["deps.txt: a \(sentence)"])
    #expect(try await scene.observations().first?.reason == "up to date; \(sentence)")
    #expect(try await scene.open() == [])
    // Without a successor there is nothing to offer.
    scene.npm.deprecate("a", "1.0.0", "unmaintained")
    #expect(try await scene.run() == ["deps.txt: a 1.0.0 is deprecated: unmaintained"])
  }

  @Test func `shows the successor that a field of the registry names`() {
    let status = PackageStatus.deprecated(message: "use x instead", successor: "Objective-C+Y")
    #expect(status.successor == "Objective-C+Y")
  }

  @Test func `shows direct dependencies whose repository is archived`() async throws {
    let files = ["deps.txt": "a 1.0.0\nb 1.0.0\n"]
    let scene = try await Scene("replace: offer", files)
    for name in ["a", "b"] { scene.npm.publish(name, "1.0.0") }
    scene.npm.develop("a", at: "https://git.example/acme/a")
    scene.npm.develop("b", at: "https://git.example/acme/b")
    scene.archived.withLock { $0 = ["https://git.example/acme/a"] }
    #expect(
      try await scene.run() == [
        "deps.txt: a 1.0.0 is from the archived repository https://git.example/acme/a"
      ])
    #expect(
      try await scene.observations().map(\.reason) == [
        "up to date; 1.0.0 is from the archived repository https://git.example/acme/a",
        "up to date",
      ])
    // Nobody is asked without the key.
    try await scene.configure("")
    #expect(try await scene.run() == [])
  }

  @Test(arguments: [
    (RepositoryUpkeep.Gap.noAnswer, "https://git.example/acme/a did not answer"),
    (.missing, "https://git.example/acme/a was not found"),
    (.unstated, "the answer about https://git.example/acme/a does not say it"),
    (.ended, "the pass was ended before https://git.example/acme/a answered"),
  ])
  func `says so if it isn't known whether a repository is archived`(
    gap: RepositoryUpkeep.Gap, clause: String
  ) async throws {
    let scene = try await Scene("replace: offer", ["deps.txt": "a 1.0.0\n"])
    scene.npm.publish("a", "1.0.0")
    scene.npm.develop("a", at: "https://git.example/acme/a")
    scene.silent.withLock { $0 = ["https://git.example/acme/a": gap] }
    let sentence = "it isn't known whether the repository of 1.0.0 is archived: \(clause)"
    #expect(try await scene.run() == ["deps.txt: a \(sentence)"])
    #expect(try await scene.observations().map(\.reason) == ["up to date; \(sentence)"])
  }

  @Test func `is off without the key`() async throws {
    let scene = try await Scene("", ["deps.txt": "a 1.0.0\n"])
    scene.npm.publish("a", "1.0.0")
    scene.npm.deprecate("a", "1.0.0", "renamed to b")
    #expect(try await scene.run() == [])
  }

  @Test func `rolls a withdrawn version back if there is no newer one`() async throws {
    let scene = try await Scene("replace: pull-request", ["deps.txt": "a 1.2.0\n"])
    scene.npm.publish("a", "1.0.0", "1.1.0", "1.2.0")
    try await scene.run()
    #expect(try await scene.open() == [])
    scene.npm.withdraw("a", "1.2.0")
    try await scene.run()
    #expect(try await scene.open() == ["#1 Roll back a from 1.2.0 to 1.1.0"])
    #expect(try await scene.text("deps.txt", of: 1) == "a 1.1.0\n")
    let body = try await scene.pullRequests().first?.body ?? ""
    #expect(body.contains("This is a rollback: the registry doesn't have `1.2.0` any more"))
    // The next version replaces it.
    scene.npm.publish("a", "1.2.1")
    try await scene.run()
    #expect(try await scene.open() == ["#1 Bump a from 1.2.0 to 1.2.1"])
  }

  @Test func `only shows a withdrawn version if it is to be offered`() async throws {
    let scene = try await Scene("replace: offer", ["deps.txt": "a 1.2.0\n"])
    scene.npm.publish("a", "1.0.0")
    #expect(
      try await scene.run() == [
        "deps.txt: a 1.2.0 was withdrawn: its registry doesn't have it any more"
      ])
  }
}
