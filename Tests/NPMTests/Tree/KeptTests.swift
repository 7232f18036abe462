import Ecosystem
import Testing

@testable import JavaScript
@testable import NPM

private let registry = "a 1.0.0\na 1.1.0"

/// A lock that holds `a@1.0.0` and one thing more, which no registry has.
private func world(_ manifest: String, _ root: String, _ entries: String) -> World {
  World(
    registry,
    [
      "package.json": "{\"name\": \"app\", \(manifest)}",
      "package-lock.json": """
      {
        "name": "app",
        "lockfileVersion": 3,
        "requires": true,
        "packages": {
          "": {
            "name": "app",
            "dependencies": {
              "a": "^1.0.0",
              \(root)
            }
          },
          "node_modules/a": {
            "version": "1.0.0",
            "resolved": "https://registry.npmjs.org/a/-/a-1.0.0.tgz",
            "integrity": "sha1-\(String(repeating: "A", count: 27))="
          },
      \(entries)
        }
      }

      """,
    ])
}

@Suite struct `Locked packages from tarballs and git` {
  private let commit = String(repeating: "0123456789", count: 4)

  @Test func `a dependency from git keeps its place`() async throws {
    let entry = """
          "node_modules/g": {
            "version": "1.2.0",
            "resolved": "git+ssh://git@github.com/x/g.git#\(commit)",
            "license": "MIT"
          }
      """
    let old = world(
      #""dependencies": {"a": "^1.0.0", "g": "github:x/g"}"#, #""g": "github:x/g""#, entry)
    let new = try await old.after(.update("a"))
    #expect(new.locked == ["a@1.1.0", "g@1.2.0"])
    #expect(new.files["package-lock.json"]?.contains(entry) == true)
  }

  @Test func `a package that bundles others keeps them`() async throws {
    let entries = """
          "node_modules/b": {
            "version": "1.0.0",
            "resolved": "https://registry.npmjs.org/b/-/b-1.0.0.tgz",
            "integrity": "sha1-\(String(repeating: "B", count: 27))=",
            "bundleDependencies": [
              "c"
            ],
            "dependencies": {
              "c": "1"
            }
          },
          "node_modules/b/node_modules/c": {
            "version": "1.0.0",
            "inBundle": true
          }
      """
    let old = world(#""dependencies": {"a": "^1.0.0", "b": "1"}"#, #""b": "1""#, entries)
    let new = try await old.after(.update("a"))
    #expect(new.locked == ["a@1.1.0", "b@1.0.0", "b/c@1.0.0"])
    #expect(new.files["package-lock.json"]?.contains("\"inBundle\": true") == true)
    #expect(new.files["package-lock.json"]?.contains("\"c\": \"1\"") == true)
  }
}
