import Foundation
import HTTP
import JSON
import TestSupport
import Testing

/// The whole program against a fake GitHub that checks every request, where it is at hand.
///
/// The fake is one for all tests of a process, so these run one by one.
@Suite(.enabled(if: FakeHub.isPresent), .serialized) struct `On GitHub` {
  /// A repository with two outdated libraries, whose git servers are the fake's.
  private struct Scene {
    let hub: FakeHub
    let folder: Folder

    init() async throws {
      hub = try await FakeHub.fresh()
      let aster = try await hub.publish("aster", ["1.0.0", "1.1.0", "2.0.0"])
      let borage = try await hub.publish("borage", ["1.0.0", "1.1.0"])
      try await hub.control(
        "repo",
        [
          "full_name": "acme/app",
          "files": [
            "Package.swift": .string(manifest),
            "Package.resolved": .string(resolved(["aster": aster, "borage": borage])),
            ".github/dependabot.yml": .string(dependabot),
          ],
        ])
      folder = try Folder(["martlet.yml": configuration(hub.url)])
    }

    func martlet(_ words: String...) throws -> Program.Outcome {
      try Program.run(
        words + ["--config", "martlet.yml", "--log-level", "error"], in: folder.path,
        environment: ["TOKEN": "github_pat_fixed"])
    }

    /// Operations since the last question, writes alone or all.
    func writes() async throws -> [String] {
      let all = try await hub.control("requests").array ?? []
      return all.filter { $0["mutating"]?.bool == true }.compactMap { $0["op"]?.string }
    }

    func openTitles() async throws -> [String] {
      let all = try await hub.state("acme/app")["prs"]?.array ?? []
      return all.filter { $0["state"] == "open" }.compactMap { $0["title"]?.string }.sorted()
    }
  }

  @Test func `a run opens pull requests and a second one writes nothing`() async throws {
    let scene = try await Scene()
    let first = try scene.martlet("run")
    #expect(first.code == 0, "\(first.error)")
    #expect(
      try await scene.openTitles() == [
        "Bump aster from 1.0.0 to 2.0.0", "Bump borage from 1.0.0 to 1.1.0",
      ])
    let written = try await scene.writes().count
    let asked = try await scene.hub.control("requests").array?.count ?? 0
    #expect(try scene.martlet("run").code == 0)
    #expect(try await scene.writes().count == written)
    let second = try await scene.hub.control("requests?since=\(asked)").array ?? []
    let ofRepository = second.filter {
      $0["path"]?.string?.hasPrefix("/repos/acme/app") == true
        || $0["path"]?.string?.hasPrefix("/api/v3/repos/acme/app") == true
    }
    // One for the base. While checks are awaited: two for what the branch demands, and three a pull
    // request; see ChecksTests for when they are not.
    #expect(ofRepository.count == 9)
    #expect(ofRepository.first?["conditional_hit"] == true)
    #expect(try await scene.hub.violations().isEmpty)
  }

  @Test func `a dry run writes nothing and shows the diff`() async throws {
    let scene = try await Scene()
    let outcome = try scene.martlet("run", "--dry-run")
    #expect(outcome.out.contains("+        \"version\" : \"2.0.0\""))
    #expect(outcome.out.contains("notes of 2.0.0"))
    #expect(try await scene.writes() == [])
  }

  @Test func `a pull request that a person closed is not opened again`() async throws {
    let scene = try await Scene()
    _ = try scene.martlet("run")
    try await scene.hub.control(
      "pr", ["repo": "acme/app", "pr": 1, "by": "ann", "state": "closed"])
    try await scene.hub.control(
      "commit", ["repo": "acme/app", "files": ["README.md": "moved\n"], "message": "Move on"])
    let outcome = try scene.martlet("run")
    #expect(outcome.out.contains("was declined when #1 was closed"), "\(outcome.out)")
    #expect(try await scene.openTitles().count == 1)
  }

  @Test func `a newer version moves the same pull request`() async throws {
    let scene = try await Scene()
    _ = try scene.martlet("run")
    _ = try await scene.hub.publish("aster", ["2.1.0"])
    #expect(try scene.martlet("run").code == 0)
    #expect(try await scene.openTitles().contains("Bump aster from 1.0.0 to 2.1.0"))
    #expect(try await scene.openTitles().count == 2)
  }

  @Test func `a branch with somebody else's commit is left alone`() async throws {
    let scene = try await Scene()
    _ = try scene.martlet("run")
    try await scene.hub.control(
      "commit",
      [
        "repo": "acme/app", "branch": "martlet/swift/aster", "files": ["fix.txt": "by hand\n"],
        "message": "Fix what the update broke",
      ])
    _ = try await scene.hub.publish("aster", ["2.1.0"])
    let outcome = try scene.martlet("run")
    #expect(outcome.out.contains("holds other people's commits"), "\(outcome.out)")
    #expect(try await scene.openTitles().contains("Bump aster from 1.0.0 to 2.0.0"))
  }

  /// Each write is done and its reply lost, one after the other; then the state is lost, too.
  @Test(
    .enabled(if: ProcessInfo.processInfo.environment["MARTLET_SLOW"] != nil),
    arguments: ["drop_after", "drop_before"])
  func `a fault at any write leaves nothing doubled after one more pass`(
    action: String
  ) async throws {
    let scene = try await Scene()
    _ = try scene.martlet("run")
    let writes = try await scene.writes().count
    for skipped in 0..<writes {
      let scene = try await Scene()
      try await scene.hub.control(
        "faults", ["mutating": true, "action": .string(action), "skip": .int(skipped)])
      _ = try scene.martlet("run")
      try await scene.hub.control("faults", method: .delete)
      if skipped.isMultiple(of: 2) {
        for suffix in ["", "-wal", "-shm"] {
          try? FileManager.default.removeItem(atPath: scene.folder.path + "/martlet.db" + suffix)
        }
      }
      let outcome = try scene.martlet("run")
      #expect(outcome.code == 0, "\(skipped): \(outcome.out)")
      #expect(try await scene.openTitles().count == 2, "\(skipped)")
      #expect(try await scene.hub.state("acme/app")["orphan_branches"] == [], "\(skipped)")
    }
  }
}

extension FakeHub {
  /// Publishes versions of a library and answers the commit of its first one.
  fileprivate func publish(_ name: String, _ versions: [String]) async throws -> String {
    let releases = versions.map { version -> Value in
      [
        "version": .string(version), "notes": .string("notes of \(version)"),
        "date": "2026-01-02T00:00:00Z",
      ]
    }
    let answer = try await control(
      "upstream",
      [
        "full_name": .string("birds/\(name)"), "versions": .array(releases),
        "files": ["Package.swift": .string(library(name))],
      ])
    return answer["tags"]?["v\(versions[0])"]?.string ?? ""
  }
}

private func configuration(_ url: String) -> String {
  """
  state: sqlite:martlet.db
  cache: cache
  forges:
    - {name: hub, kind: github, url: "\(url)", token: "${env:TOKEN}", repositories: [acme/app]}
  mirrors:
    - {from: "https://github.com/", to: "\(url)/"}
    - {from: "https://api.github.com/", to: "\(url)/"}

  """
}

private let dependabot = """
  version: 2
  updates:
    - package-ecosystem: swift
      directory: /
      schedule: {interval: weekly}
      cooldown: {default-days: 0}

  """

private func library(_ name: String) -> String {
  """
  // swift-tools-version: 5.9
  import PackageDescription
  let package = Package(
    name: "\(name)", products: [.library(name: "\(name)", targets: ["\(name)"])],
    targets: [.target(name: "\(name)")])

  """
}

private let manifest = """
  // swift-tools-version: 5.9
  import PackageDescription
  let package = Package(
    name: "App",
    dependencies: [
      .package(url: "https://github.com/birds/aster", from: "1.0.0"),
      .package(url: "https://github.com/birds/borage", from: "1.0.0"),
    ],
    targets: [
      .target(
        name: "App",
        dependencies: [
          .product(name: "aster", package: "aster"), .product(name: "borage", package: "borage"),
        ])
    ])

  """

private func resolved(_ commits: [String: String]) -> String {
  let pins = commits.sorted { $0.key < $1.key }.map { name, commit -> Value in
    [
      "identity": .string(name), "kind": "remoteSourceControl",
      "location": .string("https://github.com/birds/\(name)"),
      "state": ["revision": .string(commit), "version": "1.0.0"],
    ]
  }
  let file: Value = ["pins": .array(pins), "version": 2]
  return file.text(.foundation) + "\n"
}
