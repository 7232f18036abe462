import Crypto
import Ecosystem
import HTTP
import JSON
import TestSupport
import Testing

@testable import NPM

extension World {
  /// Makes the registry serve a version with bundled packages.
  ///
  /// `names` are the version's `bundleDependencies`, and `files` the tarball's files below `package`
  /// without `manifest`.
  fileprivate mutating func bundle(
    _ name: String, _ version: String, _ names: [String], _ files: [(path: String, text: String)],
    manifest: String? = "{}"
  ) {
    let own = manifest.map { [(path: "package.json", text: $0)] } ?? []
    let packed = PackedFiles((own + files).map { ("package/" + $0.path, $0.text) }).gzip
    edit(name, version) { fields in
      fields["bundleDependencies"] = .array(names.map { .string($0) })
      fields["dist"] = [
        "tarball": .string("https://registry.npmjs.org/\(name)/-/\(name)-\(version).tgz"),
        "integrity": .string("sha512-" + Digest(.sha512, of: packed).base64),
      ]
    }
    answers["\(name)/-/\(name)-\(version).tgz"] = .success(Response(status: 200, body: packed))
  }
}

private func manifest(_ name: String, _ version: String, _ rest: String = "") -> String {
  #"{"name": "\#(name)", "version": "\#(version)"\#(rest)}"#
}

@Suite struct `A package that bundles others` {
  /// A box with a lid, whose hinge is bundled too; 1.1.0 drops the hinge and adds a lock.
  private func world(_ spec: String = "^1.0.0") -> World {
    var world = World(
      """
      box 1.0.0: lid ^1.0.0, paint ^1.0.0
      box 1.1.0: lid ^1.0.0, lock ^2.0.0
      lid 1.9.0: hinge ^1.0.0
      hinge 1.9.0
      paint 1.0.0
      """, ["package.json": #"{"dependencies": {"box": "\#(spec)"}}"#])
    world.bundle(
      "box", "1.0.0", ["lid"],
      [
        (
          "node_modules/lid/package.json",
          manifest("lid", "1.0.0", #", "dependencies": {"hinge": "1"}"#)
        ),
        ("node_modules/hinge/package.json", manifest("hinge", "1.0.0", #", "license": "MIT""#)),
        ("node_modules/.bin/lid", "#!/bin/sh"),
        ("node_modules/lid/node_modules/.cache/x", ""),
      ])
    world.bundle(
      "box", "1.1.0", ["lid", "lock"],
      [
        ("node_modules/lid/package.json", manifest("lid", "1.2.0")),
        ("node_modules/lock/package.json", manifest("lock", "2.0.0")),
        ("node_modules/lock/node_modules/@x/key/package.json", manifest("@x/key", "1.0.0")),
      ])
    return world
  }

  @Test func `brings them from its tarball`() async throws {
    let world = try await world("1.0.0").after(.install)
    #expect(
      world.locked == ["box@1.0.0", "box/hinge@1.0.0", "box/lid@1.0.0", "paint@1.0.0"])
    let lock = try #require(world.files["package-lock.json"])
    #expect(lock.split(separator: "\"inBundle\": true").count == 3)
  }

  @Test func `is updated with what the new version bundles`() async throws {
    var world = try await world("1.0.0").after(.install)
    world.files["package.json"] = #"{"dependencies": {"box": "^1.0.0"}}"#
    let updated = try await world.after(.update("box"))
    #expect(updated.locked == ["box@1.1.0", "box/lid@1.2.0", "box/lock@2.0.0"])
  }

  @Test func `is left alone by other updates`() async throws {
    var start = world("1.0.0")
    start.registry["nail"] = World("nail 1.0.0", [:]).registry["nail"]
    start.files["package.json"] = #"{"dependencies": {"box": "1.0.0", "nail": "^1.0.0"}}"#
    var world = try await start.after(.install)
    world.answers = [:]
    world.registry["nail"] = World("nail 1.0.0\nnail 1.1.0", [:]).registry["nail"]
    #expect(try await world.after(.update("nail")).locked.contains("nail@1.1.0"))
  }

  @Test(
    arguments: [
      ([("node_modules/lid/index.js", "")], "{}", "without a package.json"),
      ([("package-lock.json", "{}")], "{}", "a lock"),
      ([], #"{"overrides": {"a": "1"}}"#, "overrides"),
      ([("docs/package.json", "{}")], #"{"workspaces": ["docs"]}"#, "workspaces"),
      ([], nil, "no package.json"),
    ] as [([(String, String)], String?, String)])
  func `is refused if the tarball has more than packages`(
    files: [(String, String)], own: String?, message: String
  ) async throws {
    var world = world("1.0.0")
    world.bundle("box", "1.0.0", ["lid"], files.map { (path: $0.0, text: $0.1) }, manifest: own)
    let problem = await #expect(throws: Problem.self) { try await world.change(.install) }
    #expect(problem?.kind == .refused)
    #expect(problem?.message.contains(message) == true)
  }

  @Test func `fails if its tarball is missing, malformed or another one`() async throws {
    let path = "box/-/box-1.0.0.tgz"
    let other = PackedFiles([("package/package.json", "{}")]).gzip
    for answer in [
      Response(status: 404), Response(status: 200, body: [1, 2, 3]),
      Response(status: 200, body: other),
    ] {
      var world = world("1.0.0")
      world.answers[path] = .success(answer)
      let problem = await #expect(throws: Problem.self) { try await world.change(.install) }
      #expect(problem?.kind == .failed)
    }
    var world = world("1.0.0")
    world.answers[path] = .failure(HTTPError(.timedOut, url: path))
    let problem = await #expect(throws: Problem.self) { try await world.change(.install) }
    #expect(problem?.kind == .failed)
  }
}
