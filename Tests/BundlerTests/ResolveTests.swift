import Ecosystem
import Git
import HTTP
import Synchronization
import Testing
import Text
import Versioning

@testable import Bundler

/// An index in memory: lines of `/info/NAME` by name, at one address.
private func bundler(
  _ infos: [String: String], at address: String = "https://rubygems.org/"
) -> BundlerEcosystem {
  let client = HTTP.Client { request in
    let prefix = address + "info/"
    guard request.url.hasPrefix(prefix),
      let lines = infos[String(request.url.dropFirst(prefix.count))]
    else { return Response(status: 404, url: request.url) }
    return Response(status: 200, body: Array("---\n\(lines)\n".utf8), url: request.url)
  }
  let profile = Toolchain(stating: [.ruby])
  return BundlerEcosystem(http: client, git: .refusing, toolchain: profile)
}

/// Gems of a small world: a web server, its parts, and one with variants.
private let world = [
  "web": "1.0.0 rack:~> 1.0\n1.1.0 rack:~> 1.0\n2.0.0 rack:~> 2.0,log:>= 1",
  "rack": "1.0.0 \n1.0.1 \n1.2.0 \n2.0.0 \n2.1.0 \n2.2.0.rc1 ",
  "log": "1.0.0 \n1.1.0 |ruby:>= 3.3",
  "stone":
    "1.0.0 \n1.0.0-arm64-darwin \n1.1.0 |checksum:\(String(repeating: "a", count: 64))",
]

private let locked = """
  GEM
    remote: https://rubygems.org/
    specs:
      rack (1.0.0)
      web (1.0.0)
        rack (~> 1.0)

  PLATFORMS
    x86_64-linux

  DEPENDENCIES
    web

  BUNDLED WITH
     2.7.2

  """

private let gemfile = "source \"https://rubygems.org\"\n\ngem \"web\"\n"

private func change(
  _ goal: Goal, _ files: [String: String], in infos: [String: String] = world
) async throws -> Change {
  let bundler = bundler(infos)
  let tree = SourceTree(name: "app", files: files)
  let project = try #require(bundler.discover(in: tree.paths).first)
  return try await bundler.open(project, in: tree).change(toward: goal)
}

private func update(_ names: String..., options: UpdateOptions = UpdateOptions()) -> Goal {
  .update(
    names.map { name in
      let parts = name.split(separator: "@").map(String.init)
      return Goal.Target(name: parts[0], version: parts.count > 1 ? parts[1] : nil)
    }, options)
}

extension Change {
  /// `name from -> to` for every move.
  fileprivate var summary: [String] {
    moves.map { "\($0.name) \($0.from ?? "-") -> \($0.to ?? "-")" }
  }

  fileprivate func text(_ path: String) -> String? {
    files.first { $0.path == path }?.after.map { String(decoding: $0, as: UTF8.self) }
  }
}

@Suite struct `Resolving gems` {
  @Test func `locks a Gemfile without a lock, for every platform that has all gems`() async throws {
    let files = ["Gemfile": gemfile + "gem \"stone\", \"1.0.0\"\n"]
    let change = try await change(.lock(LockOptions()), files)
    #expect(
      change.text("Gemfile.lock") == """
        GEM
          remote: https://rubygems.org/
          specs:
            log (1.0.0)
            rack (2.1.0)
            stone (1.0.0)
            stone (1.0.0-arm64-darwin)
            web (2.0.0)
              log (>= 1)
              rack (~> 2.0)

        PLATFORMS
          arm64-darwin
          ruby
          x86_64-linux

        DEPENDENCIES
          stone (= 1.0.0)
          web

        BUNDLED WITH
           2.7.2

        """)
  }

  @Test func `changes nothing if the lock fits the Gemfile`() async throws {
    let change = try await change(
      .lock(LockOptions()), ["Gemfile": gemfile, "Gemfile.lock": locked], in: [:])
    #expect(change == Change(files: [], moves: []))
  }

  @Test func `moves the named gem and the gems that it requires`() async throws {
    let files = ["Gemfile": gemfile, "Gemfile.lock": locked]
    #expect(
      try await change(update("web"), files).summary == [
        "web 1.0.0 -> 2.0.0", "log - -> 1.0.0", "rack 1.0.0 -> 2.1.0",
      ])
  }

  @Test func `holds the step to a level`() async throws {
    var options = UpdateOptions()
    options.level = .minor
    let files = ["Gemfile": gemfile, "Gemfile.lock": locked]
    #expect(
      try await change(update("web", options: options), files).summary == ["web 1.0.0 -> 1.1.0"])
    options.level = .patch
    options.strict = true
    #expect(try await change(update("web", options: options), files).summary == [])
  }

  @Test func `goes to the named version and edits the requirement that excludes it`() async throws {
    let files = [
      "Gemfile": "source 'https://rubygems.org'\ngem 'web', '~> 1.0', require: false # keep\n",
      "Gemfile.lock": locked.replacing("  web\n\n", with: "  web (~> 1.0)\n\n"),
    ]
    let inside = try await change(update("web@1.1.0"), files)
    #expect(inside.summary == ["web 1.0.0 -> 1.1.0"])
    #expect(inside.text("Gemfile") == nil)
    let outside = try await change(update("web@2.0.0"), files)
    #expect(
      outside.text("Gemfile")
        == "source 'https://rubygems.org'\ngem 'web', '~> 2.0', require: false # keep\n")
    #expect(outside.moves.first?.requirement == Move.Edit(before: "~> 1.0", after: "~> 2.0"))
    #expect(outside.text("Gemfile.lock")?.contains("  web (~> 2.0)\n") == true)
  }

  @Test(arguments: [
    (VersioningStrategy.auto, false, "~> 1.0"), (.auto, true, "~> 1.1"),
    (.increaseIfNecessary, true, "~> 1.0"), (.increase, false, "~> 1.1"),
  ])
  func `raises a requirement that allows the version only on request`(
    strategy: VersioningStrategy, raises: Bool, after: String
  ) async throws {
    let files = [
      "Gemfile": gemfile.replacing("\"web\"", with: "\"web\", \"~> 1.0\""),
      "Gemfile.lock": locked.replacing("  web\n\n", with: "  web (~> 1.0)\n\n"),
    ]
    var options = UpdateOptions()
    options.strategy = strategy
    options.raises = raises
    let change = try await change(update("web@1.1.0", options: options), files)
    #expect(change.text("Gemfile.lock")?.contains("  web (\(after))\n\n") == true)
  }

  @Test func `explains a conflict and writes nothing`() async throws {
    let files = ["Gemfile": gemfile + "gem 'rack', '< 1'\n"]
    let problem = await #expect(throws: Problem.self) {
      try await change(.lock(LockOptions()), files)
    }
    #expect(problem?.kind == .unsolvable)
    let pair = [
      "Gemfile": gemfile.replacing("\"web\"", with: "\"web\", \"2.0.0\"") + "gem 'rack', '~> 1.0'\n"
    ]
    let conflict = await #expect(throws: Problem.self) {
      try await change(.lock(LockOptions()), pair)
    }
    #expect(conflict?.kind == .unsolvable)
    #expect(conflict?.explanation.isEmpty == false)
  }

  @Test func `adds digests and keeps those that are there`() async throws {
    var options = LockOptions()
    options.checksums = true
    let files = ["Gemfile": "source 'https://rubygems.org'\ngem 'stone', '1.1.0'\n"]
    let change = try await change(.lock(options), files)
    let digest = String(repeating: "a", count: 64)
    #expect(change.text("Gemfile.lock")?.contains("  stone (1.1.0) sha256=\(digest)\n") == true)
    let wrong = (change.text("Gemfile.lock") ?? "").replacing("sha256=aa", with: "sha256=bb")
    let problem = await #expect(throws: Problem.self) {
      try await Self.refresh(wrong, files)
    }
    #expect(problem?.message == "is locked with another checksum than its server states")
  }

  private static func refresh(_ lock: String, _ files: [String: String]) async throws -> Change {
    try await change(.updateAll(UpdateOptions()), files.merging(["Gemfile.lock": lock]) { $1 })
  }

  @Test func `adds a platform that all gems suit`() async throws {
    var options = LockOptions()
    options.platforms = ["java"]
    let change = try await change(.lock(options), ["Gemfile": gemfile, "Gemfile.lock": locked])
    #expect(change.text("Gemfile.lock")?.contains("PLATFORMS\n  java\n  x86_64-linux\n") == true)
  }

  @Test(arguments: ["nonsense", "two words"])
  func `adds no platform that RubyGems does not know`(name: String) async throws {
    var options = LockOptions()
    options.platforms = [name]
    let problem = await #expect(throws: Problem.self) {
      try await change(.lock(options), ["Gemfile": gemfile, "Gemfile.lock": locked])
    }
    #expect(problem?.kind == .usage)
    #expect(problem?.subject == name)
  }

  @Test func `takes a folder's gem and its needs from the gemspec`() async throws {
    let files = [
      "Gemfile": "source 'https://rubygems.org'\ngem 'tool', path: 'tool'\n",
      "tool/tool.gemspec": """
      Gem::Specification.new do |s|
        s.name = 'tool'
        s.version = '0.1'
        s.add_dependency 'rack', '~> 1.0'
      end
      """,
    ]
    let text = try await change(.lock(LockOptions()), files).text("Gemfile.lock") ?? ""
    #expect(
      text.hasPrefix(
        "PATH\n  remote: tool\n  specs:\n    tool (0.1)\n      rack (~> 1.0)\n\nGEM\n"))
    #expect(text.contains("    rack (1.2.0)\n") && text.contains("DEPENDENCIES\n  tool!\n"))
  }

  @Test func `locks a repository at the commit of its branch and unlocks it when it is named`()
    async throws
  {
    let heads = Mutex("a")
    let git = Git.Client(
      references: { _ throws(GitError) in
        let commit = String(repeating: heads.withLock { $0 }, count: 40)
        return [Reference(name: "refs/heads/main", commit: commit)]
      },
      files: { _, _, _ throws(GitError) in
        let text = "Gem::Specification.new { |s| s.name = 'tool'; s.version = '0.1' }"
        return ["tool.gemspec": Array(text.utf8)]
      })
    let client = HTTP.Client { _ in Response(status: 404) }
    let bundler = BundlerEcosystem(http: client, git: git, toolchain: Toolchain())
    let gemfile = "source 'https://rubygems.org'\ngem 'tool', github: 'acme/tool', branch: 'main'\n"
    var tree = SourceTree(name: "app", files: ["Gemfile": gemfile])
    let first = try #require(bundler.discover(in: tree.paths).first)
    let fresh = try await bundler.open(first, in: tree).change(toward: .lock(LockOptions()))
    let lock = try #require(fresh.text("Gemfile.lock"))
    let commit = String(repeating: "a", count: 40)
    #expect(
      lock.hasPrefix(
        "GIT\n  remote: https://github.com/acme/tool.git\n  revision: \(commit)\n  branch: main\n"))
    heads.withLock { $0 = "b" }
    tree = SourceTree(name: "app", files: ["Gemfile": gemfile, "Gemfile.lock": lock])
    let project = try #require(bundler.discover(in: tree.paths).first)
    let same = try await bundler.open(project, in: tree).change(toward: .lock(LockOptions()))
    #expect(same.files == [])
    let moved = try await bundler.open(project, in: tree).change(toward: update("tool"))
    #expect(moved.summary == ["tool 0.1 (aaaaaaa) -> 0.1 (bbbbbbb)"])
  }

  @Test func `never asks a public server for a private gem`() async throws {
    let asked = Asked()
    let client = HTTP.Client { request in
      asked.add(request.url)
      let isSecret = request.url == "https://gems.example.com/info/secret"
      let isRack = request.url == "https://rubygems.org/info/rack"
      guard isSecret || isRack else { return Response(status: 404) }
      return Response(
        status: 200, body: Array((isSecret ? "---\n1.0 rack:>= 0\n" : "---\n1.0 \n").utf8))
    }
    let bundler = BundlerEcosystem(http: client, git: .refusing, toolchain: Toolchain())
    let text = """
      source "https://rubygems.org"
      source "https://gems.example.com" do
        gem "secret"
      end
      """
    let tree = SourceTree(name: "app", files: ["Gemfile": text])
    let project = try #require(bundler.discover(in: tree.paths).first)
    let change = try await bundler.open(project, in: tree).change(toward: .lock(LockOptions()))
    #expect(!asked.urls.contains("https://rubygems.org/info/secret"))
    #expect(
      change.text("Gemfile.lock")?.hasPrefix(
        """
        GEM
          remote: https://gems.example.com/
          specs:
            secret (1.0)
              rack

        GEM
          remote: https://rubygems.org/
          specs:
            rack (1.0)
        """) == true)
  }

  @Test func `says why a gem has its version and what prevents another one`() async throws {
    let bundler = bundler(world)
    let tree = SourceTree(
      name: "app",
      files: [
        "Gemfile": gemfile.replacing("\"web\"", with: "\"web\", \"~> 1.0\""),
        "Gemfile.lock": locked,
      ])
    let project = try #require(bundler.discover(in: tree.paths).first)
    let here = try await bundler.open(project, in: tree).explain("rack", version: nil)
    #expect(here == ["rack is locked at 1.0.0.", "web 1.0.0 needs rack (~> 1.0)."])
    let there = try await bundler.open(project, in: tree).explain("rack", version: "2.0.0")
    #expect(there.first == "rack 2.0.0 cannot be chosen:")
    #expect(there.count > 1)
  }
}

/// Remembers the addresses that were asked.
private final class Asked: Sendable {
  private let all = Mutex<[String]>([])

  var urls: [String] { all.withLock { $0 } }

  func add(_ url: String) { all.withLock { $0.append(url) } }
}

@Suite struct `A library without a Gemfile` {
  private let gemspec = """
    Gem::Specification.new do |spec|
      spec.name = "tool"
      spec.version = "1.0.0"
      spec.add_dependency "rack", "~> 1.0"
      spec.add_dependency "log"
      spec.add_development_dependency 'web', '~> 1.1'
    end

    """

  private func files() -> [String: String] { ["tool.gemspec": gemspec] }

  @Test func `has what its gemspec declares`() async throws {
    let bundler = bundler(world)
    let tree = SourceTree(
      name: "tool", files: files().merging(["sub/Gemfile": "", "sub/x.gemspec": ""]) { $1 })
    let projects = bundler.discover(in: tree.paths)
    #expect(projects.map(\.manifest) == ["sub/Gemfile", "tool.gemspec"])
    let opened = try await bundler.open(projects[1], in: tree)
    let dependencies = try await opened.dependencies()
    #expect(dependencies.map(\.name) == ["log", "rack", "web"])
    #expect(dependencies.map(\.requirement) == ["", "~> 1.0", "~> 1.1"])
    #expect(dependencies.map(\.group) == [.production, .production, .development])
    #expect(dependencies[1].location?.description == "tool.gemspec:4:3")
    let releases = try await opened.releases(of: dependencies[1])
    #expect(releases.filter(\.satisfiesRequirement).last?.version == "1.2.0")
    #expect(releases.filter { $0.step == .major }.map(\.version).contains("2.1.0"))
  }

  @Test(arguments: [
    ("rack@2.1.0", #""rack", "~> 1.0""#, #""rack", ">= 1.0", "< 3""#),
    ("web@2.0.0", "'web', '~> 1.1'", "'web', '~> 2.0'"),
  ])
  func `widens what it passes on and raises the rest`(
    goal: String, before: String, after: String
  ) async throws {
    var files = files()
    // The other one must not prevent it.
    let (old, new) = goal.hasPrefix("web") ? ("~> 1.0", ">= 1.0") : ("~> 1.1", ">= 1.1")
    files["tool.gemspec"] = gemspec.replacing(old, with: new)
    let change = try await change(update(goal), files)
    #expect(change.files.map(\.path) == ["tool.gemspec"])
    let text = change.files.first?.after.map { String(decoding: $0, as: UTF8.self) }
    #expect(text == files["tool.gemspec"]?.replacing(before, with: after))
    #expect(change.moves.compactMap(\.requirement).count == 1)
  }

  @Test func `has no lock to make`() async throws {
    #expect(try await change(.lock(LockOptions()), files()).files == [])
    #expect(try await change(update("rack"), files()).files == [])
  }
}

@Suite struct `Releases of a gem` {
  @Test func `that others bring along are judged by what those ask for`() async throws {
    let bundler = bundler(world)
    let lock = """
      GEM
        remote: https://rubygems.org/
        specs:
          one (1.0.0)
            rack (>= 1.0)
          rack (1.0.0)
          two (1.0.0)
            rack (~> 1.0)

      PLATFORMS
        ruby

      DEPENDENCIES
        one
        two

      BUNDLED WITH
         2.7.2

      """
    let gemfile = "source \"https://rubygems.org\"\ngem \"one\"\ngem \"two\"\n"
    let tree = SourceTree(name: "app", files: ["Gemfile": gemfile, "Gemfile.lock": lock])
    let project = try #require(bundler.discover(in: tree.paths).first)
    let dependency = try #require(
      try await bundler.open(project, in: tree).dependencies().first { $0.name == "rack" })
    let releases = try await bundler.open(project, in: tree).releases(of: dependency)
    #expect(releases.last { $0.satisfiesRequirement }?.version == "1.2.0")
    #expect(releases.last?.satisfiesRequirement == false)
  }

  @Test(arguments: [
    ("gem \"rack\"", "2.1.0"), ("gem \"rack\", \">= 1\"", "2.1.0"),
    ("gem \"rack\", \">= 2.2.0.a\"", "2.2.0.rc1"), ("gem \"rack\", \"~> 1.0\"", "1.2.0"),
  ]) func `are prereleases only if one is requested`(line: String, newest: String) async throws {
    let bundler = bundler(world)
    let tree = SourceTree(
      name: "app", files: ["Gemfile": "source \"https://rubygems.org\"\n\(line)\n"])
    let project = try #require(bundler.discover(in: tree.paths).first)
    let opened = try await bundler.open(project, in: tree)
    let dependency = try #require(try await opened.dependencies().first)
    let releases = try await opened.releases(of: dependency)
    #expect(releases.last { $0.satisfiesRequirement }?.version == newest)
  }
}
