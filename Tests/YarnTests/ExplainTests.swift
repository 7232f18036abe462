import Ecosystem
import JavaScript
import Testing

@testable import Yarn

@Suite struct `Why with Yarn` {
  private let packages = "a 1.0.0: b ^1.0.0\na 1.1.0: b ^1.0.0\nb 1.0.0\nb 1.1.0\nb 2.0.0"

  private func world(_ dependencies: String, yarn: String? = nil) async throws -> World {
    let files = ["package.json": #"{"name": "app", "dependencies": {\#(dependencies)}}"#]
    return try await World(packages, files, yarn: yarn).after(.install)
  }

  @Test(arguments: ["1.22.19", "4.9.2"])
  func `says each fact once`(yarn: String) async throws {
    let opened = try await world(#""a": "~1.0.0", "b": "^1.0.0""#, yarn: yarn).open()
    #expect(
      try await opened.explain("b", version: "2.0.0") == [
        "b@1.1.0 is in the lock.",
        "The project wants b@^1.0.0, which excludes 2.0.0.",
        "a@1.0.0 wants b@^1.0.0, which excludes 2.0.0.",
        "The project wants a@~1.0.0.",
        "b@2.0.0 can be locked if the manifest says ^2.0.0.",
      ])
    #expect(
      try await opened.explain("a", version: "1.0.0").last
        == "a@1.0.0 can be locked without a change of the manifest.")
  }

  @Test(arguments: ["1.22.19", "4.9.2"])
  func `says which version a tag means`(yarn: String) async throws {
    let opened = try await world(#""b": "latest""#, yarn: yarn).open()
    #expect(
      try await opened.explain("b", version: "1.1.0").prefix(2) == [
        "b@2.0.0 is in the lock.", "The project wants b@latest, which is 2.0.0.",
      ])
    #expect(
      try await opened.explain("b", version: "2.0.0").prefix(2) == [
        "b@2.0.0 is in the lock.", "The project wants b@latest.",
      ])
  }

  @Test func `names the packages that get another version`() async throws {
    let opened = try await world(#""a": "^1.0.0""#).open()
    #expect(
      try await opened.explain("b", version: "2.0.0") == [
        "b@1.1.0 is in the lock.",
        "a@1.1.0 wants b@^1.0.0, which excludes 2.0.0.",
        "The project wants a@^1.0.0.",
        "b@2.0.0 cannot be locked.",
        "The packages that depend on b get 1.1.0 instead.",
      ])
  }

  @Test(arguments: [
    (nil, nil, nil, "Yarn 1.22.22, the default: no file names a version."),
    ("1.22.19", nil, nil, "Yarn 1.22.19, as the operator's file says."),
    ("4.9.2", "3.6.4", nil, "Yarn 3.6.4, as packageManager of package.json says."),
    (nil, nil, "# yarn lockfile v1\n", "Yarn 1.22.22, as the format of yarn.lock says."),
    (
      "1.22.19", nil, "__metadata:\n  version: 8\n  cacheKey: 10c0\n",
      "Yarn 4.9.2, as the format of yarn.lock says."
    ),
  ])
  func `names the version`(
    operators: String?, stated: String?, lock: String?, sentence: String
  ) async throws {
    let manager = stated.map { #", "packageManager": "yarn@\#($0)""# } ?? ""
    var files = ["package.json": #"{"name": "app"\#(manager)}"#]
    files["yarn.lock"] = lock
    let opened = try await World("", files, yarn: operators).open()
    #expect(opened.toolVersions.map(\.tool) == ["Yarn", "Node"])
    #expect(opened.toolVersions.first?.description == sentence)
  }
}
