import Ecosystem
import JavaScript
import Testing

@testable import Pnpm

@Suite struct `Sources of a new lock of pnpm` {
  private func text(_ resolution: String) -> [UInt8] {
    Array(
      """
      lockfileVersion: '9.0'

      importers:

        .: {}

      packages:

        a@1.0.0:
          resolution: {\(resolution)}

      snapshots:

        a@1.0.0: {}

      """.utf8)
  }

  @Test(arguments: [
    ("tarball: https://one.dev/a.tgz", ["a https://one.dev"]),
    ("tarball: https://old.dev/a.tgz", []),
    ("tarball: https://registry.npmjs.org/a.tgz", []),
    ("tarball: http://registry.npmjs.org/a.tgz", ["a http://registry.npmjs.org"]),
    ("tarball: https://registry.npmjs.org:444/a.tgz", ["a https://registry.npmjs.org:444"]),
    (
      "commit: 0123, repo: https://git.evil.example/a.git, type: git",
      ["a https://git.evil.example"]
    ), ("integrity: sha512-AA==", []),
  ])
  func `are foreign at an origin that is neither known nor in the present lock`(
    resolution: String, expected: [String]
  ) async throws {
    let opened = try await World("", ["package.json": "{}"]).open()
    let file = FileChange(
      path: "pnpm-lock.yaml", before: text("tarball: https://old.dev/a.tgz"),
      after: text(resolution))
    let found = try await opened.foreignSources(in: Change(files: [file], moves: []))
    #expect(found.map { "\($0.package) \($0.origin)" } == expected)
  }

  @Test(arguments: [
    ("tarball: https://npm.acme.dev/a/-/a-1.0.0.tgz", "", true),
    ("tarball: https://npm.acme.dev/a/-/a-1.0.0.tgz", "registry=https://npm.acme.dev/\n", false),
    ("tarball: https://registry.npmjs.org/a/-/a-1.0.0.tgz", "", false),
    ("integrity: sha512-AA==", "", false),
  ])
  func `of a direct dependency on a private host are refused if the public one would be used`(
    resolution: String, npmrc: String, isRefused: Bool
  ) async throws {
    let importer =
      "  .:\n    dependencies:\n      a:\n        specifier: ^1.0.0\n        version: 1.0.0"
    let lock = String(decoding: text(resolution), as: UTF8.self).replacing(
      "  .: {}", with: importer)
    let opened = try await World(
      "",
      [
        "package.json": #"{"dependencies": {"a": "^1.0.0"}}"#, "pnpm-lock.yaml": lock,
        ".npmrc": npmrc,
      ]
    ).open()
    let message = try await opened.dependencies().first?.problem?.message ?? ""
    #expect(message.hasPrefix("is locked from https://npm.acme.dev") == isRefused)
  }
}
