import Foundation
import HTTP
import JSON
import TestSupport
import Testing

/// Security updates with a fake GitHub that also serves OSV's API.
@Suite(.needsFakeHost, .serialized) struct `Security updates on GitHub` {
  /// An application with `aster` 1.0.0, which has an advisory below 1.1, written with two numbers.
  private func scene(
    rules: String = "open-pull-requests-limit: 0\n", asksOSV: Bool = true
  ) async throws -> GitHubScene {
    let scene = try await GitHubScene(
      rules: rules, libraries: ["aster": ["1.0.0", "1.1.0", "2.0.0"]])
    let mirror = "  - {from: \"https://api.osv.dev/\", to: \"\(scene.fake.url)/\"}\n"
    let text = GitHubFiles.configuration(scene.fake.url) + (asksOSV ? mirror : "")
    try scene.folder.write(text, to: "martlet.yml")
    try await scene.fake.control("advisories", Self.record)
    return scene
  }

  private static let record: Value = [
    "id": "T-2026-1", "modified": "2026-01-01T00:00:00Z", "aliases": ["CVE-2026-1"],
    "summary": "Asters fix #1 for @everybody", "database_specific": ["severity": "HIGH"],
    "affected": [
      [
        "package": ["ecosystem": "SwiftURL", "name": "github.com/birds/aster"],
        "ranges": [
          ["type": "ECOSYSTEM", "events": [["introduced": "0"], ["fixed": "1.1"]]]
        ],
      ]
    ],
  ]

  private func questions(_ scene: GitHubScene, since first: Int = 0) async throws -> [String] {
    let all = try await scene.fake.control("requests?since=\(first)").array ?? []
    return all.compactMap { $0["path"]?.string }.filter { $0.hasPrefix("/v1/") }
  }

  @Test func `open the lowest fix even if version updates are off`() async throws {
    let scene = try await scene()
    #expect(try await scene.martlet("run").out.contains("aster: opened #1 for 1.1.0"))
    let pull = try await scene.pull()
    #expect(pull["title"] == "[Security] Bump aster from 1.0.0 to 1.1.0")
    let body = pull["body"]?.string ?? ""
    #expect(
      body.contains("[T-2026-1](https://osv.dev/vulnerability/T-2026-1) (`CVE-2026-1`, `high`)"))
    #expect(body.contains("affected versions: `< 1.1`") && !body.contains("@everybody"))
    #expect(try await scene.lock(on: "martlet/swift/aster").contains("\"version\" : \"1.1.0\""))
    #expect(
      try await questions(scene) == [
        "/v1/querybatch", "/v1/querybatch", "/v1/vulns/T-2026-1",
      ])
    let before = try await scene.count()
    #expect(try await scene.martlet("run").out.contains("aster: #1 proposes 1.1.0"))
    // The record has not changed: it is not fetched again.
    #expect(
      try await questions(scene, since: before) == ["/v1/querybatch", "/v1/querybatch"])
    #expect(try await scene.fake.violations().isEmpty)
  }

  @Test func `are not requested if mirrors disable the source`() async throws {
    let scene = try await scene(asksOSV: false)
    let outcome = try await scene.martlet("run")
    #expect(outcome.code == 0)
    #expect(outcome.out.contains("version updates are off"))
    #expect(try await questions(scene) == [])
  }

  @Test func `do not stop version updates if the source fails, which is reported`() async throws {
    let scene = try await scene(rules: "")
    try await scene.fake.control(
      "faults", ["op": "osv:querybatch", "action": "status", "status": 503, "times": 100])
    let outcome = try await scene.martlet("run")
    #expect(outcome.code == 0)
    #expect(outcome.out.contains("aster: opened #1 for 2.0.0"))
    #expect(outcome.out.contains("note: the advisories could not be read"))
    try await scene.fake.control("faults", method: .delete)
    // The next pass keeps the pull request, because it fixes the same advisory.
    #expect(try await scene.martlet("run").out.contains("aster: updated #1 to 2.0.0"))
    #expect(try await scene.pull()["title"] == "[Security] Bump aster from 1.0.0 to 2.0.0")
    #expect(try await scene.fake.violations().isEmpty)
  }
}
