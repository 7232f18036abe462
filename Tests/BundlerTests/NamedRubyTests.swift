import Ecosystem
import Testing

@testable import Bundler

@Suite struct `A Ruby that nothing names` {
  private let infos = ["rack": "1.0.0 \n2.0.0 |ruby:>= 9\n3.0.0 |rubygems:>= 9"]
  private let plain = "source \"https://rubygems.org\"\ngem \"rack\"\n"
  private let old = """
    GEM
      remote: https://rubygems.org/
      specs:
        rack (1.0.0)

    PLATFORMS
      x86_64-linux

    DEPENDENCIES
      rack

    BUNDLED WITH
       2.7.2

    """

  private func releases(
    _ files: [String: String], _ pinned: Set<ToolchainKey> = []
  ) async throws -> [String?] {
    let world = BundlerEcosystem.serving(infos, pinned: pinned)
    let opened = try await world.open(files)
    let dependency = try #require(try await opened.dependencies().first)
    return try await opened.releases(of: dependency).map(\.heldBack)
  }

  @Test func `holds nothing back`() async throws {
    let files = ["Gemfile": plain, "Gemfile.lock": old]
    #expect(try await releases(files) == [nil, nil, nil])
    let changed = try await change(
      .update([Goal.Target(name: "rack")], UpdateOptions()), files, BundlerEcosystem.serving(infos))
    #expect(changed.lock?.contains("rack (3.0.0)") == true)
  }

  @Test(arguments: [
    (".ruby-version", "3.2.2\n", "3.2.2"), (".tool-versions", "ruby 3.2.2\n", "3.2.2"),
    ("mise.toml", "[tools]\nruby = \"3.2.2\"\n", "3.2.2"), (".ruby-version", "3.2\n", "3.2"),
  ]) func `is named by a file`(path: String, text: String, version: String) async throws {
    let files = ["Gemfile": plain, "Gemfile.lock": old, path: text]
    #expect(
      try await releases(files) == [
        nil, "needs Ruby >= 9, but \(path) names \(version)",
        "needs RubyGems >= 9, but Ruby \(version) comes with 3.4.19",
      ])
  }

  @Test func `is named by the Gemfile, the operator, and a file above`() async throws {
    let exact = plain + "ruby \"3.2.2\"\n"
    #expect(
      try await releases(["Gemfile": exact])[1] == "needs Ruby >= 9, but the Gemfile names 3.2.2")
    let series = plain + "ruby \"~> 3.2.0\"\n"
    #expect(
      try await releases(["Gemfile": series])[1] == "needs Ruby >= 9, but the Gemfile names 3.2")
    #expect(try await releases(["Gemfile": plain + "ruby \">= 2.7\"\n"]) == [nil, nil, nil])
    #expect(
      try await releases(["Gemfile": plain], [.ruby])[1]
        == "needs Ruby >= 9, but the operator's file names 3.1.2")
    #expect(
      try await releases(["app/Gemfile": plain, ".ruby-version": "3.2.2"])[1]
        == "needs Ruby >= 9, but .ruby-version names 3.2.2")
  }

  @Test(arguments: [
    ("[tools]\nruby = ['3.2.2', '3.1.4']\n", "3.2.2"), ("[tools]\nruby = '3.2'\n", "3.2"),
    ("[tools]\nruby = { version = \"3.2.2\" }\n", "3.2.2"),
    ("[tools]\nruby = [\"3.2.2\"]\n", "3.2.2"), ("[tools]\nnode = \"20\"\n", nil),
  ]) func `is named by the forms of a mise file`(text: String, version: String?) async throws {
    let files = ["Gemfile": plain, "Gemfile.lock": old, ".config/mise.toml": text]
    let held = version.map { "needs Ruby >= 9, but .config/mise.toml names \($0)" }
    #expect(try await releases(files)[1] == held)
  }

  @Test func `is the operator's only if the repository names none`() async throws {
    let named = ["Gemfile": plain, ".ruby-version": "3.2.2"]
    #expect(
      try await releases(named, [.ruby])[1] == "needs Ruby >= 9, but .ruby-version names 3.2.2")
    let free = ["Gemfile": plain]
    #expect(
      try await releases(free, [.ruby])[1]
        == "needs Ruby >= 9, but the operator's file names 3.1.2")
    let ranged = ["Gemfile": plain + "ruby \">= 2.7\"\n"]
    #expect(
      try await releases(ranged, [.ruby])[1]
        == "needs Ruby >= 9, but the operator's file names 3.1.2")
  }

  @Test(
    arguments: [
      (
        [:], [],
        [
          "Ruby: no file names a version, so no release is held back because of it.",
          "Bundler 2.7.2, as BUNDLED WITH in the lock says.",
        ]
      ),
      (
        [".ruby-version": "3.2.2"], [ToolchainKey.ruby, .bundler],
        ["Ruby 3.2.2, as .ruby-version says.", "Bundler 2.7.2, as BUNDLED WITH in the lock says."]
      ),
      (
        ["Gemfile": "source \"https://rubygems.org\"\nruby \"~> 3.2.0\"\ngem \"rack\"\n"], [],
        ["Ruby 3.2, as the Gemfile says.", "Bundler 2.7.2, as BUNDLED WITH in the lock says."]
      ),
      (
        ["Gemfile.lock": nil], [.ruby, .bundler],
        ["Ruby 3.1.2, as the operator's file says.", "Bundler 2.7.2, as the operator's file says."]
      ),
      (
        ["Gemfile.lock": nil], [],
        [
          "Ruby: no file names a version, so no release is held back because of it.",
          "Bundler 2.7.2, the default: no file names a version.",
        ]
      ),
    ] as [([String: String?], Set<ToolchainKey>, [String])])
  func `is reported with its origin, as is the Bundler`(
    others: [String: String?], pinned: Set<ToolchainKey>, sentences: [String]
  ) async throws {
    let base: [String: String?] = ["Gemfile": plain, "Gemfile.lock": old]
    let files = base.merging(others) { $1 }.compactMapValues(\.self)
    let world = BundlerEcosystem.serving([:], pinned: pinned)
    let opened = try await world.open(files)
    #expect(opened.toolVersions.map(\.description) == sentences)
  }

  @Test func `is not claimed to be what the Gemfile needs`() async throws {
    let only = ["rack": "1.0.0 |ruby:>= 9"]
    let error = await #expect(throws: Problem.self) {
      let files = ["Gemfile": plain, ".ruby-version": "3.2.2"]
      return try await change(.lock(LockOptions()), files, BundlerEcosystem.serving(only))
    }
    #expect(error?.explanation.contains("Ruby is 3.2.2, as .ruby-version says.") == true)
    #expect(error?.explanation.contains { $0.hasPrefix("The Gemfile needs Ruby") } == false)
    let free = try await change(
      .lock(LockOptions()), ["Gemfile": plain], BundlerEcosystem.serving(only))
    #expect(free.lock?.contains("rack (1.0.0)") == true)
  }
}
