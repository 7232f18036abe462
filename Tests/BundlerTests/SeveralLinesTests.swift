import Ecosystem
import Testing
import Text

@testable import Bundler

private let infos = ["a": "1.0.0 \n1.1.0 \n2.0.0 ", "b": "1.0.0 \n1.1.0 \n2.0.0 "]

private func lock(_ direct: String..., path: String = "") -> String {
  """
  \(path)GEM
    remote: https://rubygems.org/
    specs:
      a (1.0.0)
      b (1.0.0)

  PLATFORMS
    x86_64-linux

  DEPENDENCIES
  \(direct.map { "  \($0)\n" }.joined())
  BUNDLED WITH
     2.7.2

  """
}

private func open(_ gemfile: String, lock: String) async throws -> any OpenProject {
  try await BundlerEcosystem.serving(infos).open([
    "Gemfile": "source \"https://rubygems.org\"\n" + gemfile, "Gemfile.lock": lock,
  ])
}

private func update(_ names: String...) -> Goal {
  var options = UpdateOptions()
  options.raises = true
  return .update(names.map { Goal.Target(name: $0, version: "2.0.0") }, options)
}

extension Change {
  fileprivate func text(_ path: String) -> String? {
    files.first { $0.path == path }?.after.map { String(decoding: $0, as: UTF8.self) }
  }
}

/// A gem that a Gemfile names more than once, which Bundler only warns about.
@Suite struct `A gem on several lines` {
  private let twice = """
    gem "a", "~> 1.0"
    group :development, :test do
      gem "a", "~> 1.0", require: false
      gem "b", "~> 1.0"
    end

    """
  private let locked = lock("a (~> 1.0)", "b (~> 1.0)")

  @Test func `is one dependency, for production if one line is`() async throws {
    let found = try await open(twice, lock: locked).dependencies()
    #expect(found.map(\.name) == ["a", "b"])
    #expect(found.map(\.group) == [.production, .development])
    #expect(found.map(\.requirement) == ["~> 1.0", "~> 1.0"])
    #expect(found[0].requirements.map(\.section) == ["default", "development, test"])
    #expect(
      found[0].requirements.map { $0.location?.description } == ["Gemfile:2:1", "Gemfile:4:3"])
    #expect(found[0].requirements.map(\.locked) == ["1.0.0", "1.0.0"])
  }

  @Test func `is for production in a group of any such name`() async throws {
    let gemfile = twice.replacing(":development, :test", with: ":production")
      .replacing("gem \"a\", \"~> 1.0\"\n", with: "gem \"a\", \"~> 1.0\", group: :test\n")
    #expect(try await open(gemfile, lock: locked).dependencies()[0].group == .production)
  }

  @Test func `is edited on all lines, once`() async throws {
    let change = try await open(twice, lock: locked).change(toward: update("a"))
    #expect(
      change.text("Gemfile")
        == "source \"https://rubygems.org\"\n"
        + twice.replacing("\"a\", \"~> 1.0\"", with: "\"a\", \"~> 2.0\""))
    #expect(change.moves.map { "\($0.name) \($0.to ?? "")" } == ["a 2.0.0"])
  }

  @Test func `is edited once if its name is given twice`() async throws {
    let change = try await open(twice, lock: locked).change(toward: update("a", "a"))
    #expect(change.text("Gemfile")?.contains("~> 2.0") == true)
  }

  @Test func `is edited at the variable that all lines use`() async throws {
    let gemfile = "v = '~> 1.0'\ngem 'a', v\ngroup :test do\n  gem 'a', v\nend\ngem 'b'\n"
    let change = try await open(gemfile, lock: lock("a (~> 1.0)", "b")).change(
      toward: update("a"))
    #expect(
      change.text("Gemfile")
        == "source \"https://rubygems.org\"\n" + gemfile.replacing("~> 1.0", with: "~> 2.0"))
  }

  @Test func `has all lines among the reasons for its version`() async throws {
    let project = try await open(twice, lock: locked)
    #expect(
      try await project.explain("a", version: nil) == [
        "a is locked at 1.0.0.", "The Gemfile requires a (~> 1.0) at Gemfile:2:1.",
        "The Gemfile requires a (~> 1.0) at Gemfile:4:3.",
      ])
  }
}

/// A library with a Gemfile: `gemspec`, and lines of its own.
@Suite struct `A gemspec beside a Gemfile` {
  private let gemspec = """
    Gem::Specification.new do |s|
      s.name = "mine"
      s.version = "1.0.0"
      s.summary = "x"
      s.authors = ["a"]
      s.files = []
      s.add_dependency "a", "~> 1.0"
      s.add_development_dependency "b", "~> 1.0"
    end

    """

  private func open(_ gemfile: String, _ direct: String...) async throws -> any OpenProject {
    let path = "PATH\n  remote: .\n  specs:\n    mine (1.0.0)\n      a (~> 1.0)\n\n"
    let lines = direct.map { "  \($0)\n" }.joined()
    return try await BundlerEcosystem.serving(infos).open([
      "Gemfile": "source \"https://rubygems.org\"\ngemspec\n" + gemfile, "mine.gemspec": gemspec,
      "Gemfile.lock": lock(path: path).replacing("DEPENDENCIES\n", with: "DEPENDENCIES\n" + lines),
    ])
  }

  @Test func `requires gems directly`() async throws {
    let project = try await open("", "b (~> 1.0)", "mine!")
    let found = try await project.dependencies()
    #expect(found.map(\.name) == ["a", "b", "mine"])
    #expect(found.allSatisfy { $0.kind == .direct })
    #expect(found.map(\.group) == [.production, .development, .production])
    #expect(found[0].location?.description == "mine.gemspec:7:3")
    #expect(
      found.prefix(2).map { $0.requirements.map { "\($0.manifest) \($0.section)" } } == [
        ["mine.gemspec runtime"], ["mine.gemspec development"],
      ])
    let change = try await project.change(toward: update("a"))
    #expect(change.files.map(\.path) == ["Gemfile.lock", "mine.gemspec"])
    #expect(change.moves.map(\.kind) == [.direct])
  }

  @Test func `counts with the lines of the Gemfile`() async throws {
    let project = try await open("gem \"a\"\n", "a", "b (~> 1.0)", "mine!")
    let dependency = try #require(try await project.dependencies().first)
    #expect(dependency.requirement == "~> 1.0")
    #expect(dependency.requirements.map(\.text) == ["", "~> 1.0"])
    #expect(dependency.requirements.map(\.manifest) == ["Gemfile", "mine.gemspec"])
    let releases = try await project.releases(of: dependency)
    #expect(releases.last { $0.satisfiesRequirement }?.version == "1.1.0")
  }

  @Test func `is named by what it excludes`() async throws {
    let project = try await open("gem \"a\", \"~> 1.0.0\"\n", "a (~> 1.0.0)", "b (~> 1.0)", "mine!")
    let lines = [
      "The Gemfile requires a (~> 1.0.0) at Gemfile:3:1.",
      "mine.gemspec requires a (~> 1.0) at mine.gemspec:7:3.",
    ]
    #expect(
      try await project.explain("a", version: "2.0.0") == ["a 2.0.0 cannot be chosen:"] + lines)
    #expect(
      try await project.explain("a", version: "1.1.0") == [
        "a 1.1.0 cannot be chosen:", lines[0],
      ])
    #expect(try await project.explain("a", version: nil) == ["a is locked at 1.0.0."] + lines)
  }
}

/// A library of several gems without a Gemfile.
@Suite struct `Several gemspecs` {
  private func gemspec(_ name: String, _ kind: String) -> String {
    """
    Gem::Specification.new do |s|
      s.name = "\(name)"
      s.version = "1.0.0"
      s.add_\(kind)dependency "a", "~> 1.0"
    end

    """
  }

  @Test func `are edited once for a gem that all require`() async throws {
    let files = ["x.gemspec": gemspec("x", "development_"), "y.gemspec": gemspec("y", "")]
    let project = try await BundlerEcosystem.serving(infos).open(files)
    let found = try await project.dependencies()
    #expect(found.map(\.name) == ["a"])
    #expect(found[0].group == .production)
    #expect(found[0].requirements.map(\.manifest) == ["x.gemspec", "y.gemspec"])
    let change = try await project.change(
      toward: .update([.init(name: "a", version: "2.0.0")], UpdateOptions()))
    #expect(change.text("x.gemspec")?.contains("\"~> 2.0\"") == true)
    #expect(change.text("y.gemspec")?.contains("\">= 1.0\", \"< 3\"") == true)
  }
}
