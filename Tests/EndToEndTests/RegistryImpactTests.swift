import Crypto
import JSON
import TestSupport
import Testing

/// A repository whose only package comes from a registry on loopback, which removes something in 1.1.0.
private struct Scene {
  let fake: FakeHost
  private let folder: Folder
  private let registry: LoopbackServer

  /// Creates the repository.
  ///
  /// - Parameters:
  ///   - word: the ecosystem of the entry.
  ///   - origin: the public registry, which the loopback server replaces.
  ///   - replies: the registry's replies by path; `URL` in a text is its address.
  ///   - files: the files of the repository.
  /// - Throws: what the fake refuses.
  init(
    _ word: String, origin: String, _ replies: [String: [UInt8]], _ files: [String: String]
  ) async throws {
    fake = try await FakeHost.fresh()
    registry = try LoopbackServer { request in
      guard let body = replies[request.path] else { return .json("{}", status: 404) }
      return LoopbackServer.Reply(body: body)
    }
    var files = files
    files[".github/dependabot.yml"] = GitHubFiles.dependabot("impact: on")
      .replacing("package-ecosystem: swift", with: "package-ecosystem: \(word)")
    try await fake.found("acme/app", files)
    let mirror = "  - {from: \"\(origin)\", to: \"\(registry.url())\"}\n"
    let configuration = GitHubFiles.configuration(fake.url)
    folder = try Folder([
      "martlet.yml": configuration.replacing("mirrors:\n", with: "mirrors:\n\(mirror)")
    ])
  }

  func body() async throws -> String {
    let outcome = try await Program.run(
      ["run", "--config", "martlet.yml", "--log-level", "error"], in: folder.path,
      environment: ["TOKEN": "github_pat_fixed"])
    #expect(outcome.code == 0, "\(outcome.out)\(outcome.error)")
    return try await fake.state("acme/app")["prs"]?[0]?["body"]?.string ?? outcome.out
  }
}

extension Scene {
  /// A Node project that uses the package `wing`.
  static func npm(_ source: String) async throws -> Scene {
    let origin = "https://registry.npmjs.org/"
    let texts = ["1.0.0": "export declare function flap(): void\n", "1.1.0": ""]
    var tarballs: [String: [UInt8]] = [:]
    var integrity: [String: String] = [:]
    for (version, text) in texts {
      let declarations = "\(text)export declare function fold(): void\n"
      let bytes = PackedFiles([
        ("package/package.json", "{\"name\": \"wing\", \"types\": \"index.d.ts\"}"),
        ("package/index.d.ts", declarations),
      ]).gzip
      tarballs["/wing/-/wing-\(version).tgz"] = bytes
      integrity[version] = "sha512-\(Digest(.sha512, of: bytes).base64)"
    }
    let versions = integrity.map { version, integrity in
      """
      "\(version)": {"name": "wing", "version": "\(version)", "dist":
        {"tarball": "\(origin)wing/-/wing-\(version).tgz", "integrity": "\(integrity)"}}
      """
    }
    tarballs["/wing"] = Array(
      """
      {"name": "wing", "dist-tags": {"latest": "1.1.0"},
       "versions": {\(versions.joined(separator: ","))}}
      """.utf8)
    return try await Scene(
      "npm", origin: origin, tarballs,
      [
        "package.json": "{\"name\": \"app\", \"dependencies\": {\"wing\": \"^1.0.0\"}}\n",
        "package-lock.json": """
        {"name": "app", "lockfileVersion": 3, "requires": true, "packages": {
          "": {"name": "app", "dependencies": {"wing": "^1.0.0"}},
          "node_modules/wing": {"version": "1.0.0",
            "resolved": "\(origin)wing/-/wing-1.0.0.tgz", "integrity": "\(integrity["1.0.0"] ?? "")"}}}

        """, "app.ts": source,
      ])
  }

  /// A Ruby project that uses the gem `wing`.
  static func bundler(_ source: String) async throws -> Scene {
    let texts = ["1.0.0": "  def self.flap; end\n", "1.1.0": ""]
    var replies: [String: [UInt8]] = [:]
    var index = "---\n"
    for (version, text) in texts.sorted(by: { $0.key < $1.key }) {
      let library = "module Wing\n\(text)  def self.fold; end\nend\n"
      let bytes = PackedFiles(bytes: [
        ("data.tar.gz", PackedFiles([("lib/wing.rb", library)]).gzip)
      ]).tar
      replies["/gems/wing-\(version).gem"] = bytes
      index += "\(version) |checksum:\(Digest(.sha256, of: bytes).hexadecimal)\n"
    }
    replies["/info/wing"] = Array(index.utf8)
    return try await Scene(
      "bundler", origin: "https://rubygems.org/", replies,
      [
        "Gemfile": "source \"https://rubygems.org\"\n\ngem \"wing\"\n",
        "Gemfile.lock": """
        GEM
          remote: https://rubygems.org/
          specs:
            wing (1.0.0)

        PLATFORMS
          ruby

        DEPENDENCIES
          wing

        BUNDLED WITH
           2.7.2

        """, "app.rb": source,
      ])
  }
}

@Suite(.needsFakeHost, .serialized) struct `The impact of a package of a registry` {
  @Test func `is in the body of a pull request for npm`() async throws {
    let body = try await Scene.npm("import { flap, fold } from 'wing'\nflap()\n").body()
    #expect(body.contains("**Affected**: 1 of the 2 symbols that you use changed"), "\(body)")
    #expect(body.contains("was removed (`app.ts:1`, `app.ts:2`)"), "\(body)")
    let calm = try await Scene.npm("import { fold } from 'wing'\nfold()\n").body()
    #expect(
      calm.contains("**Not affected**: none of the 1 symbols") || calm.contains("the one symbol"),
      "\(calm)")
  }

  @Test func `is in the body of a pull request for Bundler, by name`() async throws {
    let body = try await Scene.bundler("Wing.fold\nWing.flap\n").body()
    #expect(body.contains("**Affected**: 1 of the 3 symbols that you use changed"), "\(body)")
    #expect(body.contains("`Wing.flap` was removed (`app.rb:2`)"), "\(body)")
    #expect(body.contains("Uses are found by name only."), "\(body)")
    let calm = try await Scene.bundler("Wing.fold\n").body()
    #expect(calm.contains("**Not affected**"), "\(calm)")
  }
}
