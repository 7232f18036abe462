import Ecosystem
import HTTP
import JavaScript
import Testing

@testable import Pnpm

/// Creates the lock of an empty project with a `pnpm-workspace.yaml`.
private func lock(_ settings: String) async throws -> Change {
  let pnpm = PnpmEcosystem(
    http: HTTP.Client { (request) throws(HTTPError) in Response(status: 404, url: request.url) })
  let tree = SourceTree(
    name: "app",
    files: [
      "package.json": #"{"packageManager": "pnpm@10.34.5"}"#, "pnpm-workspace.yaml": settings,
    ])
  let project = try #require(pnpm.discover(in: tree.paths).first)
  return try await pnpm.open(project, in: tree).change(toward: .lock(LockOptions()))
}

@Suite struct `An unreadable lock` {
  @Test(arguments: [
    ("lockfileVersion: '9.0'\nimporters: {\n", Problem.Kind.failed),
    ("lockfileVersion: '9.0'\nx: " + String(repeating: "[", count: 100), .refused),
    ("importers: {}\n", .failed),
  ])
  func `is a problem of every command, instead of a project without versions`(
    lock: String, kind: Problem.Kind
  ) async throws {
    let pnpm = PnpmEcosystem(
      http: HTTP.Client { (request) throws(HTTPError) in Response(status: 404, url: request.url) })
    let tree = SourceTree(
      name: "app",
      files: [
        "package.json": #"{"packageManager": "pnpm@10.34.5", "dependencies": {"a": "^1.0.0"}}"#,
        "pnpm-lock.yaml": lock,
      ])
    let project = try #require(pnpm.discover(in: tree.paths).first)
    let opened = try await pnpm.open(project, in: tree)
    let problem = await #expect(throws: Problem.self) { try await opened.dependencies() }
    #expect(problem?.kind == kind)
  }
}

@Suite struct `A setting of pnpm` {
  @Test(arguments: [
    "minimumReleaseAgeExclude: [a@^1.0.0]\n", "minimumReleaseAgeExclude: ['a*@1.0.0']\n",
    "sharedWorkspaceLockfile: false\n",
    "registrySupportsTimeField: true\nresolutionMode: time-based\n",
    "registrySupportsTimeField: true\nminimumReleaseAge: 60\n",
  ])
  func `is refused if martlet doesn't evaluate it`(settings: String) async throws {
    let problem = await #expect(throws: Problem.self) { try await lock(settings) }
    #expect(problem?.kind == .refused)
  }

  @Test(arguments: [
    "minimumReleaseAgeStrict: false\n", "minimumReleaseAgeExclude: [a, '@acme/b', '@acme/*']\n",
    "minimumReleaseAgeExclude: [a@1.0.0 || 1.0.1]\n", "registrySupportsTimeField: true\n",
    "registrySupportsTimeField: false\nresolutionMode: time-based\n",
  ])
  func `has no effect without dependencies`(settings: String) async throws {
    #expect(try await lock(settings).moves.isEmpty)
  }
}
