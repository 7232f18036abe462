import Forges
package import JSON
import Store

extension FleetExport {
  /// What `martlet fleet --json` and the API list: the dependencies with their versions.
  package var document: Value {
    [
      "schema": 1, "libyears": .number(Self.rounded(libyears)),
      "dependencies": .array(uses.map(Self.document)),
    ]
  }

  /// The sum of the ages of all versions in use, as far as they are known.
  package var libyears: Double { uses.compactMap(\.observation.libyears).reduce(0, +) }

  private static func document(_ use: Use) -> Value {
    let seen = use.observation
    return [
      "forge": .string(use.repository.forge), "repository": .string("\(use.repository.name)"),
      "branch": .string(seen.branch), "ecosystem": .string(seen.ecosystem),
      "directory": .string(seen.directory), "manifest": .string(seen.manifest),
      "name": .string(seen.name), "kind": .string(seen.kind), "group": .string(seen.purpose),
      "requirement": .string(seen.requirement),
      "current": seen.current.map { .string($0) } ?? .null,
      "latest": seen.latest.map { .string($0) } ?? .null, "state": .string(seen.state.rawValue),
      "libyears": seen.libyears.map { .number(rounded($0)) } ?? .null,
      "advisories": .array(seen.advisories.map(\.json)),
      "fix": seen.fix.map { .string($0) } ?? .null,
    ]
  }
}
