import JSON
import TestSupport
import Testing

/// A deprecated pod whose podspec names a successor, on GitHub, GitLab and Gitea, by the whole program.
@Suite(.needsFakeHost, .serialized) struct `A deprecated pod on each host` {
  private static func server() throws -> LoopbackServer {
    try LoopbackServer { request in
      switch request.path {
      case "/CocoaPods-version.yml": return .text("last: 1.16.2\n")
      case "/all_pods_versions.txt": return .text("Aster/1.0.0\nBorage/2.0.0/2.1.0\n")
      default: break
      }
      let parts = request.path.split(separator: "/").map(String.init)
      guard parts.count == 4, ["Aster", "Borage"].contains(parts[1]) else { return .status(404) }
      let more = parts[1] == "Aster" ? ", \"deprecated_in_favor_of\": \"Borage\"" : ""
      return .text(
        """
        {"name": "\(parts[1])", "version": "\(parts[2])", "platforms": {"ios": "12.0"}\(more)}
        """)
    }
  }

  private static let zeros = String(repeating: "0", count: 40)

  private static let files = [
    ".github/dependabot.yml": """
    version: 2
    updates:
      - package-ecosystem: cocoapods
        directory: /
        schedule: {interval: weekly}
        cooldown: {default-days: 0}
        replace: pull-request

    """,
    "Podfile": "platform :ios, '13.0'\n\ntarget 'App' do\n  pod 'Aster', '~> 1.0'\nend\n",
    "Podfile.lock": """
    PODS:
      - Aster (1.0.0)

    DEPENDENCIES:
      - Aster (~> 1.0)

    SPEC REPOS:
      trunk:
        - Aster

    SPEC CHECKSUMS:
      Aster: \(zeros)

    PODFILE CHECKSUM: \(zeros)

    COCOAPODS: 1.16.2

    """,
    "App.swift": "import Aster\n",
  ]

  @Test(arguments: SplitScene.Host.allCases)
  func `is replaced by a pull request, which a person can decline`(
    host: SplitScene.Host
  ) async throws {
    let server = try Self.server()
    let scene = try await DecisionScene(
      host, "", [:], more: Self.files, mirrors: ["https://cdn.cocoapods.org/": server.url()])
    let text = try await scene.run()
    #expect(text.contains("Aster: opened \(host.reference) for Borage 2.1.0"), "\(text)")
    #expect(try await scene.titles() == ["Replace Aster 1.0.0 with Borage 2.1.0"])
    let body = try await scene.pull()["body"]?.string ?? ""
    #expect(body.contains("**Another package**: code that imports `Aster`"), "\(body)")
    #expect(body.contains("`Aster` is imported in 1 file"), "\(body)")
    let branch = try #require(try await scene.pull()["head"]?.string)
    let contents = try await scene.fake.state("acme/app")["files"]?[branch]
    #expect(contents?["Podfile"]?.string?.contains("pod 'Borage', '~> 2.1'") == true)
    let lock = contents?["Podfile.lock"]?.string ?? ""
    #expect(lock.contains("  - Borage (2.1.0)\n") && !lock.contains("Aster"), "\(lock)")
    #expect(try await scene.run().contains("\(host.reference) proposes Borage 2.1.0"))
    // It isn't proposed again, with the state and without.
    try await scene.act("state", "closed")
    let closed = try await scene.run()
    #expect(
      closed.contains("Aster: Borage 2.1.0 was declined when \(host.reference) was closed"),
      "\(closed)")
    scene.loseState()
    try await scene.run()
    #expect(try await scene.titles() == [])
    #expect(try await scene.fake.violations() == [])
  }
}
