import Ecosystem
import Testing

@testable import JavaScript
@testable import NPM

/// What npm 10.8.2 writes for the project's own folder and for links.
@Suite struct `A lock of the project's own folders` {
  private func lock(_ files: [String: String]) async throws -> String? {
    try await World("", files).after(.install).files["package-lock.json"]
  }

  @Test func `keeps empty devDependencies of the root and of links`() async throws {
    let files = [
      "package.json":
        #"{"name":"x","dependencies":{"l":"file:l"},"devDependencies":{},"optionalDependencies":{}}"#,
      "l/package.json": #"{"name":"l","version":"1.0.0","devDependencies":{},"dependencies":{}}"#,
    ]
    #expect(
      try await lock(files) == """
        {
          "name": "x",
          "lockfileVersion": 3,
          "requires": true,
          "packages": {
            "": {
              "name": "x",
              "dependencies": {
                "l": "file:l"
              },
              "devDependencies": {}
            },
            "l": {
              "version": "1.0.0",
              "devDependencies": {}
            },
            "node_modules/l": {
              "resolved": "l",
              "link": true
            }
          }
        }

        """)
  }

  @Test func `has a link to the project where a workspace pattern is a dot`() async throws {
    let files = [
      "package.json": #"{"name":"x","version":"1.0.0","workspaces":[".","w"]}"#,
      "w/package.json": #"{"name":"w","version":"1.0.0"}"#,
    ]
    let written = """
      {
        "name": "x",
        "version": "1.0.0",
        "lockfileVersion": 3,
        "requires": true,
        "packages": {
          "": {
            "name": "x",
            "version": "1.0.0",
            "workspaces": [
              ".",
              "w"
            ]
          },
          "node_modules/w": {
            "resolved": "w",
            "link": true
          },
          "node_modules/x": {
            "resolved": "",
            "link": true
          },
          "w": {
            "version": "1.0.0"
          }
        }
      }

      """
    #expect(try await lock(files) == written)
    var again = files
    again["package-lock.json"] = written
    #expect(try await World("", again).change(.install).files == [])
  }
}
