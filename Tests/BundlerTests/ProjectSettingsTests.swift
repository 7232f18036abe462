import Ecosystem
import HTTP
import Testing
import Text

@testable import Bundler

/// A project without gems, with the lines of `.bundle/config`.
private func lock(_ settings: String, _ lock: String? = nil) async throws -> Change {
  var files = [
    "Gemfile": "source \"https://rubygems.org\"\n", ".bundle/config": "---\n\(settings)\n",
  ]
  files["Gemfile.lock"] = lock
  let bundler = BundlerEcosystem(
    http: HTTP.Client { Response(status: 404, url: $0.url) }, git: .refusing,
    toolchain: Toolchain(stating: [.ruby]))
  let tree = SourceTree(name: "app", files: files)
  let project = try #require(bundler.discover(in: tree.paths).first)
  return try await bundler.open(project, in: tree).change(toward: .lock(LockOptions()))
}

@Suite struct `A setting of a project's Bundler` {
  @Test(
    arguments: [
      "BUNDLE_FORCE_RUBY_PLATFORM: \"true\"", "BUNDLE_FORCE_RUBY_PLATFORM: true # on Alpine",
      "BUNDLE_PREFER_PATCH: \"1\"", "BUNDLE_GEMFILE: \"gemfiles/next.gemfile\"",
      "BUNDLE_LOCAL__RACK: \"/src/rack\"", "BUNDLE_SIMULATE_VERSION: \"5\"",
      "BUNDLE_LOCKFILE_CHECKSUMS: \"false\"", "BUNDLE_COOLDOWN: 7",
    ])
  func `is refused by name if it changes the lock`(line: String) async throws {
    let problem = await #expect(throws: Problem.self) {
      try await lock("BUNDLE_JOBS: \"4\"\n" + line)
    }
    #expect(problem?.kind == .refused)
    #expect(problem?.subject == line.split(separator: ":").first.map(String.init))
    #expect(problem?.location?.description == ".bundle/config:3:1")
  }

  @Test(
    arguments: [
      "BUNDLE_PATH: vendor/bundle\nBUNDLE_WITHOUT: development:test", "BUNDLE_FROZEN: \"true\"",
      "BUNDLE_FORCE_RUBY_PLATFORM: \"false\"", "BUNDLE_GEMFILE: \"Gemfile\"",
      "BUNDLE_BUILD__NOKOGIRI: \"--use-system-libraries\"", "# BUNDLE_PREFER_PATCH: true",
      "BUNDLE_MIRROR__HTTPS://RUBYGEMS__ORG/: \"https://gems.example\"", "",
    ])
  func `is ignored if it concerns the installation`(lines: String) async throws {
    #expect(try await lock(lines).files.map(\.path) == ["Gemfile.lock"])
  }

  @Test func `about checksums concerns new locks alone`() async throws {
    let locked = String(
      decoding: try #require(try await lock("").files.first?.after), as: UTF8.self)
    #expect(try await lock("BUNDLE_LOCKFILE_CHECKSUMS: false", locked).files.isEmpty)
  }
}
