import Ecosystem
import HTTP
import Testing

@testable import Bundler

@Suite struct `A private gem` {
  @Test func `gems of folders, and of a server beside a public one, are private`() async throws {
    let lock = """
      PATH
        remote: engines/shop
        specs:
          shop (0.1.0)

      GEM
        remote: https://gems.acme.dev/
        specs:
          secret (1.0.0)

      GEM
        remote: https://rubygems.org/
        specs:
          rack (1.0.0)

      PLATFORMS
        x86_64-linux

      DEPENDENCIES
        rack
        secret!
        shop!

      """
    let gemfile = """
      source "https://rubygems.org"
      gem "rack"
      gem "secret", source: "https://gems.acme.dev"
      gem "shop", path: "engines/shop"
      """
    let files = [
      "Gemfile": gemfile, "Gemfile.lock": lock,
      "engines/shop/shop.gemspec":
        "Gem::Specification.new do |s|\n  s.name = \"shop\"\n  s.version = \"0.1.0\"\nend\n",
    ]
    #expect(try await hidden(files) == ["secret", "shop"])
    let proxied = lock.replacing("https://rubygems.org/", with: "https://proxy.acme.dev/")
    #expect(
      try await hidden(files.merging(["Gemfile.lock": proxied]) { $1 }) == ["shop"])
  }

  /// A lock of Bundler 1, which does not say which of two servers a gem came from.
  @Test(arguments: [
    (
      "source \"https://rubygems.org\"\ngem \"rack\"\ngem \"secret\", source: \"https://gems.acme.dev\"",
      ["secret", "inner", "thor"]
    ),
    (
      "source \"https://rubygems.org\"\nsource \"https://gems.acme.dev\"\ngem \"rack\"\ngem \"secret\"",
      ["rack", "secret", "inner", "thor"]
    ),
    (
      "source \"https://rubygems.org\"\ngem \"rack\"\ngem \"secret\"",
      ["rack", "secret", "inner", "thor"]
    ),
  ])
  func `gems of a block for several servers are private if they can come from the private one`(
    gemfile: String, names: [String]
  ) async throws {
    let lock = """
      GEM
        remote: https://rubygems.org/
        remote: https://gems.acme.dev/
        specs:
          inner (1.0.0)
            thor
          rack (1.0.0)
          secret (1.0.0)
            inner
          thor (1.0.0)

      PLATFORMS
        x86_64-linux

      DEPENDENCIES
        rack
        secret

      """
    #expect(try await Set(hidden(["Gemfile": gemfile, "Gemfile.lock": lock])) == Set(names))
  }

  private func hidden(_ files: [String: String]) async throws -> [String] {
    let client = HTTP.Client { Response(status: 404, url: $0.url) }
    let bundler = BundlerEcosystem(http: client, git: .refusing, toolchain: Toolchain())
    let tree = SourceTree(name: "app", files: files)
    let project = try #require(bundler.discover(in: tree.paths).first)
    return try await bundler.open(project, in: tree).dependencies().filter(\.isPrivate).map(\.name)
  }
}
