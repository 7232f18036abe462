import Ecosystem
import Git
import Ruby
import Gems
import Testing
import Text

@testable import Bundler

private let digest = String(repeating: "a", count: 64)

/// A lock of Bundler 4 with the digest of Bundler itself.
private func lock(_ bundler: String, indent: String = "  ", own: Bool = true) -> String {
  """
  GEM
    remote: https://rubygems.org/
    specs:
      rack (1.0.0)

  PLATFORMS
    x86_64-linux

  DEPENDENCIES
    rack

  CHECKSUMS
  \(own ? "  bundler (\(bundler)) sha256=\(digest)\n" : "")  rack (1.0.0) sha256=\(digest)

  RUBY VERSION
  \(indent)ruby 3.3.6

  BUNDLED WITH
  \(indent)\(bundler)

  """
}

private func update(_ name: String) -> Goal {
  .update([Goal.Target(name: name)], UpdateOptions())
}

private let rack = ["rack": "1.0.0 |checksum:\(digest)\n2.0.0 |checksum:\(digest)"]
private let gemfile = "source \"https://rubygems.org\"\nruby \"3.3.6\"\ngem \"rack\"\n"

@Suite struct `The lock of another Bundler` {
  @Test(arguments: ["4.0.11", "4.0.22", "4.0.99"])
  func `keeps its own digest and indentation`(version: String) async throws {
    let files = ["Gemfile": gemfile, "Gemfile.lock": lock(version)]
    let changed = try await change(update("rack"), files, BundlerEcosystem.serving(rack))
    #expect(changed.lock == lock(version).replacing("1.0.0", with: "2.0.0"))
  }

  @Test func `loses the digest of a Bundler that does not write it`() async throws {
    let files = ["Gemfile": gemfile, "Gemfile.lock": lock("4.0.9")]
    let changed = try await change(update("rack"), files, BundlerEcosystem.serving(rack))
    #expect(changed.lock == lock("4.0.9", own: false).replacing("1.0.0", with: "2.0.0"))
  }

  @Test func `names a new Ruby without its patch level from Bundler 4 on`() async throws {
    let new = gemfile.replacing("3.3.6", with: "4.0.2")
    let files = ["Gemfile": new, "Gemfile.lock": lock("4.0.11")]
    let changed = try await change(.lock(LockOptions()), files, BundlerEcosystem.serving(rack))
    #expect(changed.lock == lock("4.0.11").replacing("3.3.6", with: "4.0.2"))
    let unknown = new.replacing("4.0.2", with: "4.0.9")
    let old = ["Gemfile": unknown, "Gemfile.lock": lock("2.7.2", indent: "   ", own: false)]
    let error = await #expect(throws: Problem.self) {
      try await change(.lock(LockOptions()), old, BundlerEcosystem.serving(rack))
    }
    #expect(error?.message == "is a Ruby whose patch level is not known")
  }

  /// Recorded from Bundler 2.7.2, which ignores these sections in the comparison.
  @Test(arguments: [
    lock("2.7.2", own: false), lock("2.7.2", own: false) + "\n\n",
    lock("2.7.2", own: false).replacing("\n\n", with: "\n\n\n"),
  ]) func `is unchanged if only the layout would differ`(text: String) async throws {
    let files = ["Gemfile": gemfile, "Gemfile.lock": text]
    #expect(
      try await change(.lock(LockOptions()), files, BundlerEcosystem.serving(rack)).files == [])
  }

  @Test(arguments: ["2.5.0", "2.5.9", "2.5.15", "2.5.23"])
  func `of 2.5 is written by its rules`(version: String) async throws {
    let old = lock(version, indent: "   ", own: false)
    let files = ["Gemfile": gemfile, "Gemfile.lock": old]
    let changed = try await change(update("rack"), files, BundlerEcosystem.serving(rack))
    #expect(changed.lock == old.replacing("1.0.0", with: "2.0.0"))
  }

  /// Until 2.5.15, `x86_64-linux` gets its own variant even if the lock has only the generic one.
  @Test(arguments: [("2.5.3", true), ("2.5.15", true), ("2.5.16", false)])
  func `prefers a better variant to the locked one`(version: String, isAdded: Bool) async throws {
    let old = """
      GEM
        remote: https://rubygems.org/
        specs:
          ox (1.0.0)
          rack (1.0.0)

      PLATFORMS
        ruby
        x86_64-linux

      DEPENDENCIES
        ox
        rack

      BUNDLED WITH
         \(version)

      """
    var gems = rack
    gems["ox"] = "1.0.0 |checksum:\(digest)\n1.0.0-x86_64-linux |checksum:\(digest)"
    let files = [
      "Gemfile": "source \"https://rubygems.org\"\ngem \"ox\"\ngem \"rack\"\n",
      "Gemfile.lock": old,
    ]
    let changed = try await change(update("rack"), files, BundlerEcosystem.serving(gems))
    #expect(changed.lock?.contains("ox (1.0.0-x86_64-linux)") == isAdded, "\(changed.lock ?? "")")
  }

  @Test(arguments: ["1.17.3", "2.3.15", "2.4.22", "4.0.0.beta1", "4.1.0", "5.0.0"])
  func `is refused by name if the rules are not known, and still checked`(
    version: String
  ) async throws {
    let files = [
      "Gemfile": gemfile, "Gemfile.lock": lock(version, indent: "   ", own: false),
    ]
    let world = BundlerEcosystem.serving(rack)
    let error = await #expect(throws: Problem.self) {
      try await change(update("rack"), files, world)
    }
    #expect(error?.kind == .refused)
    #expect(error?.subject == "BUNDLED WITH \(version)")
    #expect(try await change(.lock(LockOptions()), files, world).files == [])
    let opened = try await world.open(files)
    let dependency = try #require(try await opened.dependencies().first)
    #expect(try await opened.releases(of: dependency).count == 2)
    // The operator's Bundler is for locks that name none.
    let pinned = BundlerEcosystem.serving(rack, pinned: [.bundler])
    let second = await #expect(throws: Problem.self) {
      try await change(update("rack"), files, pinned)
    }
    #expect(second == error)
  }

  /// The newest entries of the table are 3.4.8 and 4.0.2; nothing follows for newer releases.
  @Test func `names the patch level of a Ruby that the table has`() throws {
    let two = LockDialect(bundler: try #require(GemVersion("2.7.2")))
    let four = LockDialect(bundler: try #require(GemVersion("4.0.3")))
    let line = { (version: String, dialect: LockDialect) in
      GemVersion(version).flatMap { RubyRelease.line($0, dialect) }
    }
    #expect(line("3.1.2", two) == "ruby 3.1.2p20")
    #expect(line("3.4.8", two) == "ruby 3.4.8p72")
    #expect(line("3.4.2", two) == "ruby 3.4.2p28")
    #expect(line("3.3.8", two) == "ruby 3.3.8p144")
    #expect(line("4.0.2", two) == "ruby 4.0.2p0")
    for unknown in ["3.4.9", "4.0.3", "3.2.7"] { #expect(line(unknown, two) == nil) }
    #expect(line("4.0.2", four) == "ruby 4.0.2")
    // Within a series the levels grow.
    for series in ["3.1", "3.2", "3.3", "3.4"] {
      let levels = (0...11).compactMap { line("\(series).\($0)", two)?.split(separator: "p").last }
        .compactMap { Int($0) }
      #expect(levels == levels.sorted())
    }
  }

  /// With RubyGems 3.3.15, whose own comparison doesn't join the kinds of MinGW.
  @Test(arguments: [
    ("2.5.22", GemPlatform.x86Mingw), ("2.6.3", .x86Mingw), ("2.6.4", .universalMingw),
    ("2.6.9", .universalMingw), ("2.7.0", .ruby), ("2.7.2", .ruby),
  ]) func `has the generic platforms of its version`(version: String, generic: GemPlatform) throws {
    let rules = PlatformRules(
      rubygems: try #require(GemVersion("3.3.15")),
      LockDialect(bundler: try #require(GemVersion(version))))
    #expect(rules.generic(rules.platform("x86-mingw32")) == generic)
  }

  @Test func `has no option for checksums before 2.6`() async throws {
    let files = [
      "Gemfile": gemfile, "Gemfile.lock": lock("2.5.22", indent: "   ", own: false),
    ]
    var options = LockOptions()
    options.checksums = true
    let error = await #expect(throws: Problem.self) {
      try await change(.lock(options), files, BundlerEcosystem.serving(rack))
    }
    #expect(error?.subject == "Bundler 2.5.22")
    #expect(error?.kind == .refused)
  }

  @Test(arguments: [
    ("2.6.9", "x64-mingw32"), ("2.7.0", "x64-mingw-ucrt"), ("2.7.2", "x64-mingw-ucrt"),
  ])
  func `keeps the old name of Windows until Bundler replaces it`(
    version: String, platform: String
  ) async throws {
    let text = lock(version, indent: "   ", own: false)
      .replacing("  x86_64-linux", with: "  x64-mingw32\n  x86_64-linux")
    let files = ["Gemfile": gemfile, "Gemfile.lock": text]
    let changed = try await change(update("rack"), files, BundlerEcosystem.serving(rack))
    #expect(changed.lock?.contains("\n  \(platform)\n  x86_64-linux\n") == true)
    #expect(changed.lock?.contains("rack (2.0.0)") == true)
  }

  @Test func `of Bundler 4 is refused with the old name of Windows`() async throws {
    let text = lock("4.0.11").replacing("  x86_64-linux", with: "  x64-mingw32\n  x86_64-linux")
    let files = ["Gemfile": gemfile, "Gemfile.lock": text]
    let error = await #expect(throws: Problem.self) {
      try await change(update("rack"), files, BundlerEcosystem.serving(rack))
    }
    #expect(error?.message == "is a platform that Bundler 4 does not support")
  }

  @Test func `of Bundler 4 is refused with one block for several servers`() async throws {
    let text = lock("4.0.11").replacing(
      "  specs:", with: "  remote: https://gems.acme.test/\n  specs:")
    let files = ["Gemfile": gemfile, "Gemfile.lock": text]
    let error = await #expect(throws: Problem.self) {
      try await change(.lock(LockOptions()), files, BundlerEcosystem.serving(rack))
    }
    #expect(error?.message == "has one block for several servers, which Bundler 4 refuses")
  }
}

@Suite struct `A lock that fits` {
  private let gemspec = """
    Gem::Specification.new do |s|
      s.name = "tool"
      s.version = "1.0.0"
      s.add_development_dependency "bundler", "~> 1.3"
    end

    """
  private let text = """
    GIT
      remote: https://git.acme.test/paint.git
      revision: \(String(repeating: "a", count: 40))
      specs:
        paint (1.0.0)
          rack (~> 1.0)

    PATH
      remote: .
      specs:
        tool (1.0.0)

    GEM
      remote: https://rubygems.org/
      specs:
        rack (1.0.0)

    PLATFORMS
      x86_64-linux

    DEPENDENCIES
      bundler (~> 1.3)
      paint!
      tool!

    BUNDLED WITH
       2.7.2

    """
  private let gemfile = """
    source "https://rubygems.org"
    gemspec
    gem "paint", git: "https://git.acme.test/paint.git"

    """

  private func git(_ needs: String) -> Git.Client {
    Git.Client(
      references: { _ throws(GitError) in
        [Reference(name: "HEAD", commit: String(repeating: "b", count: 40))]
      },
      files: { _, reference, _ throws(GitError) in
        guard reference.commit == String(repeating: "a", count: 40) else {
          throw GitError(.notFound, subject: reference.name)
        }
        let text = """
          Gem::Specification.new do |s|
            s.name = "paint"
            s.version = "1.0.0"
            s.add_dependency "rack", "\(needs)"
          end
          """
        return ["paint.gemspec": Array(text.utf8)]
      })
  }

  @Test func `is not resolved again`() async throws {
    let files = ["Gemfile": gemfile, "Gemfile.lock": text, "tool.gemspec": gemspec]
    #expect(
      try await change(.lock(LockOptions()), files, BundlerEcosystem.serving([:])).files == [])
  }

  @Test func `takes the needs of a repository's gem from its gemspec at the locked commit`()
    async throws
  {
    let free = gemspec.replacing("~> 1.3", with: ">= 1.3")
    let files = [
      "Gemfile": gemfile, "tool.gemspec": free,
      "Gemfile.lock": text.replacing("bundler (~> 1.3)", with: "bundler (>= 1.3)"),
    ]
    let world = BundlerEcosystem.serving(["rack": "1.0.0 \n2.0.0 "], git: git(">= 1.0"))
    let changed = try await change(update("rack"), files, world)
    #expect(changed.lock?.contains("      rack (>= 1.0)\n") == true)
    #expect(changed.lock?.contains("    rack (2.0.0)\n") == true)
    #expect(changed.lock?.hasPrefix("GIT\n") == true)
    let down = BundlerEcosystem.serving(["rack": "1.0.0 \n2.0.0 "])
    await #expect(throws: Problem.self) { try await change(update("rack"), files, down) }
  }
}
