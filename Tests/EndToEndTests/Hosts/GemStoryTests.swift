import JSON
import TestSupport
import Testing

/// What a gem server says about gems, on GitHub, GitLab and Gitea, by the whole program.
@Suite(.needsFakeHost, .serialized) struct `A gem on each host` {
  /// A repository with the gems aster and borage at a version.
  ///
  /// - Parameters:
  ///   - host: the kind of forge.
  ///   - rules: more lines for the entry.
  ///   - locked: the locked version of both gems.
  ///   - settings: more lines of the operator's file.
  /// - Returns: the scene, and the gem server, which has 1.0.0 and 1.1.0 of borage, and of aster if
  ///   the locked version is 1.0.0.
  /// - Throws: what the fake refuses.
  private func scene(
    _ host: SplitScene.Host, _ rules: String, locked: String, settings: String = ""
  ) async throws -> (DecisionScene, LoopbackServer) {
    let all = "---\n1.0.0 \n1.1.0 \n"
    let infos = [
      "/info/aster": locked == "1.0.0" ? all : "---\n1.0.0 \n", "/info/borage": all,
    ]
    let server = try LoopbackServer { request in
      if let info = infos[request.path] { return .text(info) }
      return request.path.hasPrefix("/api/")
        ? .text(#"{"source_code_uri": "https://github.com/birds/all"}"#) : .status(404)
    }
    let scene = try await DecisionScene(
      host, "", [:], settings: settings,
      more: [
        ".github/dependabot.yml": """
        version: 2
        updates:
          - package-ecosystem: bundler
            directory: /
            schedule: {interval: weekly}
            cooldown: {default-days: 0}
            \(rules)

        """,
        "Gemfile": "source \"https://rubygems.org\"\ngem \"aster\"\ngem \"borage\"\n",
        "Gemfile.lock": """
        GEM
          remote: https://rubygems.org/
          specs:
            aster (\(locked))
            borage (\(locked))

        PLATFORMS
          ruby

        DEPENDENCIES
          aster
          borage

        BUNDLED WITH
           2.7.2

        """,
      ],
      mirrors: ["https://rubygems.org/": server.url()])
    return (scene, server)
  }

  @Test(arguments: SplitScene.Host.allCases)
  func `is rolled back if its version was withdrawn`(host: SplitScene.Host) async throws {
    let (scene, server) = try await scene(host, "replace: pull-request", locked: "1.1.0")
    defer { withExtendedLifetime(server) {} }
    let text = try await scene.run()
    #expect(text.contains("aster 1.1.0 was withdrawn"), "\(text)")
    #expect(try await scene.titles() == ["Roll back aster from 1.1.0 to 1.0.0"])
    let body = try await scene.pull()["body"]?.string ?? ""
    #expect(body.contains("This is a rollback"), "\(body)")
    // A person declines it.
    try await scene.act("state", "closed")
    try await scene.run()
    #expect(try await scene.titles() == [])
    try await scene.expectOrder()
  }

  @Test(arguments: SplitScene.Host.allCases)
  func `shares a pull request with its family`(host: SplitScene.Host) async throws {
    let (scene, server) = try await scene(
      host, "groups: {families: {group-by: family}}", locked: "1.0.0",
      settings: """
        families:
          - name: birds
            package-ecosystem: bundler
            patterns: ["*"]
            repository: github.com/birds/all
        """)
    defer { withExtendedLifetime(server) {} }
    try await scene.run()
    #expect(try await scene.titles() == ["Bump the birds group with 2 updates"])
    try await scene.expectOrder()
  }
}
