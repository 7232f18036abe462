import Ecosystem
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
    ("tarball: https://one.dev/a.tgz", ["a one.dev"]), ("tarball: https://old.dev/a.tgz", []),
    ("tarball: https://registry.npmjs.org/a.tgz", []), ("integrity: sha512-AA==", []),
  ])
  func `are foreign on a host that is neither known nor in the present lock`(
    resolution: String, expected: [String]
  ) async throws {
    let opened = try await World("", ["package.json": "{}"]).open()
    let file = FileChange(
      path: "pnpm-lock.yaml", before: text("tarball: https://old.dev/a.tgz"),
      after: text(resolution))
    let found = try opened.foreignSources(in: Change(files: [file], moves: []))
    #expect(found.map { "\($0.package) \($0.host)" } == expected)
  }
}
