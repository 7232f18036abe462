import Ecosystem
import HTTP
import References
import Testing
import Text

/// The digest of a tag.
private func digest(_ tag: String) -> String {
  let digits = tag.utf8.map { String($0 % 16, radix: 16) }.joined()
  return "sha256:" + digits + String(repeating: "0", count: 64 - digits.count)
}

/// A registry with features, each with tags for `1.2.0` and `2.0.1`.
///
/// `needy` depends on the feature `x`, and `old` has no metadata.
private let registry = HTTP.Client { request throws(HTTPError) in
  let path = request.url.dropFirst("https://ghcr.io/v2/birds/features/".count)
  let parts = path.split(separator: "/").map(String.init)
  guard parts.count > 2, ["aster", "needy", "old"].contains(parts[0]) else {
    return Response(status: 404)
  }
  guard parts[1] == "manifests" else {
    let tags = #"{"tags": ["1", "1.2", "1.2.0", "2", "2.0", "2.0.1", "latest"]}"#
    return Response(status: 200, body: Array(tags.utf8))
  }
  let needs = parts[0] == "needy" ? #", \"dependsOn\": {\"x\": {}}"# : ""
  let metadata = #"{\"version\": \"2.0.1\"\#(needs)}"#
  let annotations = parts[0] == "old" ? "" : #""dev.containers.metadata": "\#(metadata)""#
  return Response(
    status: 200, headers: ["Docker-Content-Digest": digest(parts[2])],
    body: Array(#"{"annotations": {\#(annotations)}}"#.utf8))
}

/// A lock with one entry at version 1.2.0, and entries that have only a `dependsOn`.
private func lock(
  _ feature: String, _ more: String = "", beside others: [String: String] = [:]
) -> String {
  let entries = others.map { ",\n    \"\($0)\": {\"dependsOn\": \($1)}" }.joined()
  return """
    {
      "features": {
        "ghcr.io/birds/features/\(feature):1": {
          "version": "1.2.0",
          "resolved": "ghcr.io/birds/features/\(feature)@\(digest("1"))",
          "integrity": "\(digest("1"))"\(more)
        }\(entries)
      }
    }
    """
}

private func changed(
  _ files: [String: String], _ name: String, to version: String?
) async throws -> Change {
  let tree = SourceTree(name: "app", files: files)
  let ecosystem = ecosystem(.devContainers, registry)
  let project = try #require(ecosystem.discover(in: tree.paths).first)
  let opened = try await ecosystem.open(project, in: tree)
  let target = Goal.Target(name: "ghcr.io/birds/features/\(name)", version: version)
  return try await opened.change(toward: .update([target], UpdateOptions()))
}

private func change(
  _ files: [String: String], _ name: String, to version: String?
) async throws -> [String: String] {
  let change = try await changed(files, name, to: version)
  return Dictionary(
    uniqueKeysWithValues: change.files.map {
      ($0.path, String(decoding: $0.after ?? [], as: UTF8.self))
    })
}

@Suite struct `Features of development containers` {
  @Test(arguments: [
    (".devcontainer.json", "/"), (".devcontainer/devcontainer.json", "/"),
    (".devcontainer/web/devcontainer.json", "/"), ("app/.devcontainer/devcontainer.json", "/app"),
    ("devcontainer.json", nil), ("a/b/devcontainer.json", nil),
    ("node_modules/a/.devcontainer.json", nil), (".devcontainer/a/b/devcontainer.json", nil),
  ])
  func `are found in the paths of the specification`(path: String, directory: String?) {
    let found = ecosystem(.devContainers, registry).discover(in: [path])
    #expect(found.map(\.directory) == [directory].compactMap(\.self))
  }

  @Test(arguments: [("1", "2"), ("1.2", "2.0"), ("1.2.0", "2.0.1")])
  func `move to tags of the same form`(old: String, new: String) async throws {
    let text = """
      {
        // "ghcr.io/birds/features/other:1" is a comment
        "image": "x:1", /* so is "features": */
        "features": {
          "ghcr.io/birds/features/aster:\(old)": {"a": "//",},
          "./local": {},
        },
      }

      """
    let files = try await change([".devcontainer.json": text], "aster", to: new)
    #expect(
      files == [".devcontainer.json": text.replacing("aster:\(old)\"", with: "aster:\(new)\"")])
  }

  @Test func `move with their entries in the lock`() async throws {
    let text = #"{"features": {"ghcr.io/birds/features/aster:1": {}}}"#
    let before = [
      ".devcontainer/devcontainer.json": text,
      ".devcontainer/devcontainer-lock.json": lock("aster"),
    ]
    let files = try await change(before, "aster", to: "2")
    #expect(
      files == [
        ".devcontainer/devcontainer.json": text.replacing(":1", with: ":2"),
        ".devcontainer/devcontainer-lock.json": lock("aster").replacing(":1\"", with: ":2\"")
          .replacing("1.2.0", with: "2.0.1").replacing(digest("1"), with: digest("2")),
      ])
  }

  /// The run drops moves without a requirement for projects whose lock isn't the project's.
  @Test func `whose tags have moved on move from the locked version`() async throws {
    let old = lock("aster").replacing("aster:1", with: "aster:2")
    let change = try await changed(
      [
        ".devcontainer.json": #"{"features": {"ghcr.io/birds/features/aster:2": {}}}"#,
        ".devcontainer-lock.json": old,
      ], "aster", to: "2.0.1")
    #expect(change.files.map(\.path) == [".devcontainer-lock.json"])
    #expect(change.moves.map { "\($0.from ?? "") \($0.to ?? "")" } == ["1.2.0 2.0.1"])
    #expect(change.moves.allSatisfy { $0.requirement != nil })
  }

  @Test func `keep the dependencies that their entries name`() async throws {
    let needs = ",\n      \"dependsOn\": [\"x\"]"
    let before = lock("needy", needs, beside: ["x": "[]"])
    let files = try await change(
      [
        ".devcontainer.json": #"{"features": {"ghcr.io/birds/features/needy:1": {}}}"#,
        ".devcontainer-lock.json": before,
      ], "needy", to: "2")
    #expect(
      files[".devcontainer-lock.json"]
        == lock("needy", needs, beside: ["x": "[]"]).replacing(":1\"", with: ":2\"")
        .replacing("1.2.0", with: "2.0.1").replacing(digest("1"), with: digest("2")))
  }

  @Test(arguments: [
    ["y": #"["ghcr.io/birds/features/aster:1"]"#], ["y": "true"],
    ["ghcr.io/birds/features/aster:2": "[]"],
  ])
  func `are refused if other entries of the lock name them`(
    others: [String: String]
  ) async throws {
    let problem = await #expect(throws: Problem.self) {
      try await change(
        [
          ".devcontainer.json": #"{"features": {"ghcr.io/birds/features/aster:1": {}}}"#,
          ".devcontainer-lock.json": lock("aster", beside: others),
        ], "aster", to: "2")
    }
    #expect(
      problem?.message
        == "is in the lock for another feature too, whose entry martlet does not write")
    #expect(problem?.location?.description == ".devcontainer-lock.json:3:5")
  }

  @Test(arguments: [
    ("needy", "", "depends on other features, whose entries in the lock martlet does not write"),
    ("old", "", "has no annotation dev.containers.metadata"),
    (
      "needy", ",\n      \"dependsOn\": [\"x\"]",
      "depends on other features, whose entries in the lock martlet does not write"
    ),
    (
      "aster", ",\n      \"dependsOn\": {\"x\": 1}",
      "has an entry in the lock that martlet does not update"
    ),
  ])
  func `are refused by name if their entry in the lock isn't known`(
    feature: String, more: String, message: String
  ) async throws {
    let files = [
      ".devcontainer.json": "{\"features\": {\"ghcr.io/birds/features/\(feature):1\": {}}}",
      ".devcontainer-lock.json": lock(feature, more),
    ]
    let problem = await #expect(throws: Problem.self) {
      try await change(files, feature, to: "2")
    }
    #expect(problem?.kind == .refused && problem?.message == message)
    let moved = try await change(
      [".devcontainer.json": files[".devcontainer.json"] ?? ""], feature, to: "2")
    #expect(moved.count == 1)
  }

  @Test(arguments: ["node", "ghcr.io/birds/features/a@\(digest("1"))", "ghcr.io/b/\\u0061:1"])
  func `without a tag in a registry are reported by name`(key: String) async throws {
    let tree = SourceTree(
      name: "app", files: [".devcontainer.json": "{\"features\": {\"\(key)\": {}}}"])
    let ecosystem = ecosystem(.devContainers, registry)
    let project = try #require(ecosystem.discover(in: tree.paths).first)
    let found = try await ecosystem.open(project, in: tree).dependencies()
    #expect(found.map(\.problem?.kind) == [.refused])
    #expect(found.first?.problem?.location?.description == ".devcontainer.json:1:16")
  }
}
