import Ecosystem
import JSON
import TestSupport
import Testing

@testable import Bun

/// Consumers of `leaf`, each with its range, and the versions that Bun 1.4.4 gave them.
///
/// `!` marks one that brings it along.
private let rows: [(versions: String, root: String?, consumers: [(String, String)])] = [
  // An exact version serves every later range, another one only those of the same major.
  ("1.0.0 1.1.0 2.0.0", nil, [("1.0.0", "1.0.0"), ("!*", "1.0.0")]),
  ("1.0.0 1.1.0 2.0.0", nil, [("~1.0.0", "1.0.0"), ("!*", "2.0.0")]),
  ("1.0.0 1.1.0 2.0.0", nil, [("~1.0.0", "1.0.0"), ("!^1.0.0", "1.0.0")]),
  ("1.0.0 1.1.0 2.0.0", nil, [("!^1.0.0", "1.1.0"), ("~1.0.0", "1.0.0")]),
  ("1.0.0 1.1.0 2.0.0", nil, [("!1.0.0", "1.0.0"), ("!^1.0.0", "1.0.0")]),
  // Plain ones don't see what others bring along.
  ("1.0.0 1.1.0 2.0.0", nil, [("!1.0.0", "1.0.0"), ("^1.0.0", "1.1.0")]),
  ("1.0.0 1.1.0 1.2.0", nil, [("~1.1.0", "1.1.0"), ("^1.0.0", "1.1.0"), ("!^1.0.0", "1.1.0")]),
  ("1.0.0 1.1.0 1.2.0", nil, [("^1.0.0", "1.1.0"), ("!^1.0.0", "1.2.0"), ("~1.1.0", "1.1.0")]),
  ("1.0.0 1.1.0 1.2.0", nil, [("!~1.1.0", "1.1.0"), ("^1.0.0", "1.2.0"), ("!^1.0.0", "1.2.0")]),
  // The first dependency decides whether a version counts as exact.
  (
    "1.0.1 2.0.0 3.0.0", "^2.0.0",
    [("2.0.0", "2.0.0"), ("!>=1.0.0", "3.0.0"), ("!*", "3.0.0")]
  ),
  // Plain ones have a choice of what was taken, not of what each would have by itself.
  (
    "0.1.0 0.2.0 1.0.0 1.1.0 2.0.0 2.1.0", nil,
    [("0.1.0", "0.1.0"), (">=1.0.0 <3.0.0", "2.1.0"), ("<1.2.0", "0.1.0"), (">=0.1.0", "2.1.0")]
  ),
  (
    "1.0.1 1.1.0 1.2.0 2.0.0", nil,
    [("1.0.1", "1.0.1"), ("^1.1.0", "1.2.0"), ("<1.2.0", "1.0.1"), (">=1.0.0 <2.0.0", "1.2.0")]
  ),
]

@Suite struct `What dependencies of Bun take of each other` {
  @Test(arguments: rows.indices) func `is what Bun takes`(index: Int) async throws {
    let row = rows[index]
    let names = "abcdef".map(String.init)
    var packages = row.versions.split(separator: " ").map { "leaf \($0)" }
    var dependencies = row.root.map { ["leaf": $0] } ?? [:]
    for (name, _) in zip(names, row.consumers) {
      packages.append("\(name) 1.0.0")
      dependencies[name] = "1.0.0"
    }
    var world = World(packages.joined(separator: "\n"), dependencies: dependencies)
    for (name, consumer) in zip(names, row.consumers) {
      world.registry.edit(name, "1.0.0") { manifest in
        manifest["dependencies"] = ["leaf": .string(String(consumer.0.trimmingPrefix("!")))]
        if consumer.0.hasPrefix("!") { manifest["bundleDependencies"] = ["leaf"] }
      }
    }
    let locked = try await world.after(.install).locked
    let found = zip(names, row.consumers).map { name, _ in
      let keys = ["\(name)/leaf ", "leaf "]
      return keys.lazy.compactMap { key in locked.first { $0.hasPrefix(key) } }.first?
        .split(separator: "@").last.map(String.init)
    }
    #expect(found == row.consumers.map(\.1))
  }
}
