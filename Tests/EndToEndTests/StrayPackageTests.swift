import HTTP
import TestSupport
import Testing

/// A lock of npm with the package `stray`, which nothing needs.
@Suite struct `A package that nothing needs` {
  private let server: LoopbackServer
  private let folder: Folder

  init() throws {
    let tarball = "https://registry.npmjs.org/aster/-/aster"
    let hash = String(repeating: "A", count: 86) + "=="
    server = try LoopbackServer { request in
      guard request.path == "/aster" else { return .status(404) }
      let versions = ["1.0.0", "1.1.0"].map { version in
        #""\#(version)": {"name": "aster", "version": "\#(version)", "dist": "#
          + #"{"tarball": "\#(tarball)-\#(version).tgz", "integrity": "sha512-\#(hash)"}}"#
      }
      return .text(
        #"{"name": "aster", "dist-tags": {"latest": "1.1.0"}, "#
          + #""versions": {\#(versions.joined(separator: ", "))}}"#)
    }
    folder = try Folder([
      "app/package.json": #"{"name": "app", "dependencies": {"aster": "^1.0.0"}}"#,
      "app/package-lock.json": """
      {
        "name": "app",
        "lockfileVersion": 3,
        "requires": true,
        "packages": {
          "": {
            "name": "app",
            "dependencies": {
              "aster": "^1.0.0"
            }
          },
          "node_modules/aster": {
            "version": "1.0.0",
            "resolved": "\(tarball)-1.0.0.tgz",
            "integrity": "sha512-\(hash)"
          },
          "node_modules/stray": {
            "version": "1.0.0",
            "resolved": "https://registry.npmjs.org/stray/-/stray-1.0.0.tgz",
            "integrity": "sha512-\(hash)"
          }
        }
      }

      """,
      "martlet.yml": """
      mirrors:
        - {from: "https://registry.npmjs.org/", to: "\(server.url())"}
      advisories: false

      """,
    ])
  }

  @Test func `is removed by an update as by npm 10.8.2, and named`() async throws {
    let outcome = try await Program.run(
      ["update", "app", "aster", "--config", "martlet.yml", "--log-level", "error"],
      in: folder.path)
    #expect(outcome.code == 0, "\(outcome.error)")
    let sentence = "removes stray from package-lock.json, though nothing that is updated needs it"
    #expect((outcome.out + outcome.error).contains(sentence), "\(outcome.out) \(outcome.error)")
    #expect(try !folder.read("app/package-lock.json").contains("stray"))
  }
}
