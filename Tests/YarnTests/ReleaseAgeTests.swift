import Ecosystem
import JavaScript
import TestSupport
import Testing
import Time

@testable import Yarn

/// The smallest age of releases in the settings of Yarn 4.
@Suite struct `A minimum age of releases in Yarn 4` {
  /// Locks `a` and `b` at 1.0.0; version 1.1.0 of both has the age of two days.
  private func opened(_ rc: String?, yarn: String) async throws -> any OpenProject {
    let dependencies = #""dependencies": {"a": "^1.0.0", "b": "^1.0.0"}"#
    let files = [
      "package.json": "{\"name\": \"app\", \(dependencies)}", "yarn.lock": "",
      ".yarnrc.yml": rc ?? "enableTelemetry: false\n",
    ]
    var world = try await World("a 1.0.0\nb 1.0.0", files, yarn: yarn).after(.install)
    world = World(
      "a 1.0.0\na 1.1.0 2026-12-30\nb 1.0.0\nb 1.1.0 2026-12-30", world.files, yarn: yarn)
    return try await world.open()
  }

  @Test(arguments: [
    ("4.18.0", "npmMinimalAgeGate: 4320\n", "a 3d, b 3d"),
    ("4.18.0", "npmMinimalAgeGate: 3d\n", "a 3d, b 3d"),
    ("4.18.0", "npmMinimalAgeGate: 0\n", "a 0d, b 0d"),
    ("4.18.0", "npmMinimalAgeGate: 3d\nnpmPreapprovedPackages: [a]\n", "a 0d, b 3d"),
    ("4.18.0", "npmMinimalAgeGate: 3d\nnpmPreapprovedPackages: [\"a@^1.1.0\"]\n", "a 0d, b 3d"),
    ("4.18.0", "npmMinimalAgeGate: 3d\nnpmPreapprovedPackages: [\"a@2\"]\n", "a 3d, b 3d"),
    ("4.18.0", "npmMinimalAgeGate: 3d\nnpmPreapprovedPackages: [\"*\"]\n", "a 0d, b 0d"),
    ("4.18.0", nil, "a 1d, b 1d"), ("4.9.2", nil, "a 0d, b 0d"),
  ])
  func `says when a release is old enough`(
    yarn: String, rc: String?, expected: String
  ) async throws {
    let opened = try await opened(rc, yarn: yarn)
    var ages: [String] = []
    for dependency in try await opened.dependencies() {
      let releases = try await opened.releases(of: dependency)
      let young = try #require(releases.first { $0.version == "1.1.0" })
      let published = try #require(young.published)
      let days = try young.matureAt.map { mature in
        try #require((0..<9).first { published + .minutes($0 * 1_440) == mature })
      }
      ages.append("\(dependency.name) \(days ?? 0)d")
    }
    #expect(ages.joined(separator: ", ") == expected)
  }
}
