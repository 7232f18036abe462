import JSON
import Synchronization
import TestSupport
import Testing

/// What commands say about settings and patches of Yarn 4.
@Suite(.needsFakeHost, .serialized) struct `Yarn 4 in commands` {
  @Test func `a minimum age holds back what npmPreapprovedPackages doesn't name`() async throws {
    let rc = "npmMinimalAgeGate: 3d\nnpmPreapprovedPackages: [\"heron@^1.1.0\"]\n"
    let scene = try await JavaScriptScene(
      .yarnNewest, dependencies: ["heron": "^1.0.0", "stork": "^1.0.0"],
      files: [".yarnrc.yml": rc])
    let reason = "1.1.0 is cooling down until 2999-01-04"
    let check = try await scene.martlet("check", "app", "--json")
    let rows = try check.document()["dependencies"]?.array ?? []
    #expect(
      rows.map { row in ["name", "wanted", "latest", "status"].map { row[$0]?.string } } == [
        ["heron", "1.1.0", "1.1.0", "outdated"], ["stork", "1.0.0", "1.0.0", "cooling-down"],
      ], "\(check.out)")
    #expect(rows.last?["reason"]?.string == reason)
    let why = try await scene.martlet("why", "app", "stork")
    #expect(why.code == 0 && why.out.contains(reason), "\(why.out)\(why.error)")
    let run = try await scene.martlet("run")
    #expect(run.code == 0 && run.out.contains("stork: \(reason)"), "\(run.out)\(run.error)")
    #expect(try await scene.pulls().map(\.title) == ["Bump heron from 1.0.0 to 1.1.0"])
    let update = try await scene.martlet("update", "app", "heron", "stork")
    #expect(update.code == 0 && update.out.contains("heron 1.0.0 -> 1.1.0"), "\(update.error)")
    #expect(!update.out.contains("stork 1.0.0 ->"))
  }

  /// A folder `app` that requires typescript, and the paths that a registry on loopback was asked for.
  private func typescript(_ rc: String) throws -> (Folder, LoopbackServer, Requests) {
    let recorded = try Recording("yarn-patches").cases.first { $0.id == "4.9.2 3.0.0 to 3.1.0" }
    let folder = try Folder([:])
    for (path, text) in try #require(recorded).before where path != ".yarnrc.yml" {
      try folder.write(text, to: "app/\(path)")
    }
    try folder.write(rc, to: "app/.yarnrc.yml")
    let requests = Requests()
    let registry = try LoopbackServer { request in
      _ = requests.paths.withLock { $0.insert(request.path) }
      let packages = InventedPackages("other 1.0.0\ntypescript 3.0.0\ntypescript 3.1.0") { _ in "" }
      let document = packages[escaped: String(request.path.dropFirst())]
      return document.map { .json($0.text(.compact)) } ?? .json("{}", status: 404)
    }
    try folder.write(
      "mirrors:\n"
        + ["npmjs.org", "yarnpkg.com"].map {
          "  - {from: \"https://registry.\($0)/\", to: \"\(registry.url())\"}\n"
        }.joined() + "advisories: false\n", to: "martlet.yml")
    return (folder, registry, requests)
  }

  private final class Requests: Sendable {
    let paths = Mutex<Set<String>>([])
  }

  @Test(arguments: [
    (
      "yarnPath: .yarn/releases/yarn-4.9.2.cjs\n",
      "whether 3.1.0 can be used isn't known until the update is tried: it gets a patch of Yarn's "
        + "own, which the present lock has to prove"
    ),
    (
      "nodeLinker: node-modules\n",
      "3.1.0 is held back: it gets a patch of Yarn's own, and no file says which "
        + "version of Yarn the project uses"
    ),
  ])
  func `check says what is known about Yarn's patch of typescript`(
    rc: String, expected: String
  ) async throws {
    let (folder, registry, requests) = try typescript(rc)
    let outcome = try await Program.run(
      "check", "app", "--config", "martlet.yml", in: folder.path)
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(outcome.out.contains(expected), "\(outcome.out)")
    #expect(requests.paths.withLock { $0 } == ["/other", "/typescript"])
    withExtendedLifetime(registry) {}
  }
}
