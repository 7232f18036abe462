import Ecosystem
import HTTP
import Testing

@testable import Bundler

private let lock = """
  GEM
    remote: https://rubygems.org/
    specs:
      a (1.0.0)
      b (1.0.0)
      c (1.0.0)

  PLATFORMS
    x86_64-linux

  DEPENDENCIES
    a (~> 1.0)
    b (~> 1.0)
    c (~> 1.0)

  BUNDLED WITH
     2.7.2

  """

private let files = [
  "Gemfile": """
  source "https://rubygems.org"
  gem "a", "~> 1.0"
  gem "b", "~> 1.0"
  gem "c", "~> 1.0"

  """,
  "Gemfile.lock": lock,
]

private let infos = [
  "a": "1.0.0 \n1.1.0 ", "b": "1.0.0 \n1.1.0 \n1.2.0 a:>= 9",
  "c": "1.0.0 \n1.1.0 \n1.2.0 priv:>= 1",
]

/// Messages about a version of a gem that can't be chosen.
@Suite struct `The report of a conflict` {
  private func explanation(_ targets: [String]) async throws -> [String] {
    var options = UpdateOptions()
    options.raises = true
    let goal = Goal.update(
      targets.map { Goal.Target(name: $0, version: "1.2.0") }, options)
    let problem = await #expect(throws: Problem.self) {
      try await change(goal, files, BundlerEcosystem.serving(infos))
    }
    #expect(problem?.kind == .unsolvable)
    return problem?.explanation ?? []
  }

  @Test func `names the gem that no source has, and not the attempt's edit`() async throws {
    let lines = try await explanation(["c"])
    #expect(lines.prefix(2) == ["c 1.2.0 needs priv >= 1.", "No source has a gem priv."])
    #expect(!lines.contains { $0.contains("Gemfile requires c") || $0.contains(".A") })
  }

  @Test func `quotes requirements as they are written`() async throws {
    let lines = try await explanation(["b"])
    #expect(lines.contains("b 1.2.0 needs a >= 9."))
    #expect(lines.contains("The Gemfile requires a ~> 1.0."))
    #expect(!lines.contains { $0.contains("Gemfile requires b") || $0.contains(".A") })
  }

  @Test func `says what a group asks for, but not as the Gemfile's requirement`() async throws {
    var options = UpdateOptions()
    options.raises = true
    let targets = [
      Goal.Target(name: "a", version: "1.1.0"), Goal.Target(name: "b", version: "1.2.0"),
    ]
    let problem = await #expect(throws: Problem.self) {
      try await change(.update(targets, options), files, BundlerEcosystem.serving(infos))
    }
    let lines = problem?.explanation ?? []
    #expect(lines.prefix(2).sorted() == ["The update asks for a 1.1.0.", "b 1.2.0 needs a >= 9."])
    #expect(!lines.contains { $0.contains("Gemfile requires") })
  }

  @Test func `is the same for a command of a person`() async throws {
    let project = try await BundlerEcosystem.serving(infos).open(files)
    let lines = try await project.explain("c", version: "1.2.0")
    #expect(
      lines.prefix(3) == [
        "c 1.2.0 cannot be chosen:", "c 1.2.0 needs priv >= 1.", "No source has a gem priv.",
      ])
  }

  @Test func `says of no version that it needs what others need`() async throws {
    let lines = try await whyNotNewest(
      "6.1.6 railties:= 6.1.6\n7.0.4 railties:= 7.0.4", requirement: "~> 6.1")
    #expect(
      lines == [
        "railties 7.0.4 cannot be chosen:", "The Gemfile requires rails ~> 6.1.",
        "rails < 7.0.4 needs railties = 6.1.6.", "The update asks for railties 7.0.4.",
        "So rails < 7.0.4 cannot be used.", "So no set of versions meets the Gemfile.",
      ])
  }

  /// What `why` says of railties 7.0.4 in an application with rails 6.1.6, for releases of rails as the
  /// gem server's index lists them, and the Gemfile's requirement on rails.
  private func whyNotNewest(
    _ rails: String, requirement: String? = nil
  ) async throws -> [String] {
    let infos = ["rails": rails, "railties": "6.1.6 \n7.0.4 "]
    let line = ["\"rails\"", requirement.map { "\"\($0)\"" }].compactMap(\.self)
    let files = [
      "Gemfile": "source \"https://rubygems.org\"\ngem \(line.joined(separator: ", "))\n",
      "Gemfile.lock": """
      GEM
        remote: https://rubygems.org/
        specs:
          rails (6.1.6)
            railties (= 6.1.6)
          railties (6.1.6)

      PLATFORMS
        x86_64-linux

      DEPENDENCIES
        rails\(requirement.map { " (\($0))" } ?? "")

      BUNDLED WITH
         2.7.2

      """,
    ]
    return try await BundlerEcosystem.serving(infos).open(files)
      .explain("railties", version: "7.0.4")
  }

  @Test func `names the only version that can be chosen, and a newer one that can't`() async throws
  {
    let lines = try await whyNotNewest("6.1.6 railties:= 6.1.6")
    #expect(lines.contains("rails 6.1.6 needs railties = 6.1.6."), "\(lines)")
    #expect(!lines.contains { $0.contains("is newer") })
    let others = try await whyNotNewest("6.1.6 railties:= 6.1.6\n7.1.0-java railties:= 7.1.0")
    #expect(others.contains("rails 6.1.6 needs railties = 6.1.6."), "\(others)")
    #expect(
      others.last == "rails 7.1.0 is newer, but only rails up to 6.1.6 can be chosen here.",
      "\(others)")
  }

  @Test(arguments: [401, 403]) func `says who hides a gem`(status: Int) async throws {
    let client = HTTP.Client { request in
      let name = request.url.split(separator: "/").last.map(String.init) ?? ""
      guard let lines = infos[name] else { return Response(status: status, url: request.url) }
      return Response(status: 200, body: Array("---\n\(lines)\n".utf8), url: request.url)
    }
    let bundler = BundlerEcosystem(http: client, git: .refusing, toolchain: Toolchain())
    let hidden = await #expect(throws: Problem.self) {
      try await change(
        .update([.init(name: "c", version: "1.2.0")], UpdateOptions()), files, bundler)
    }
    #expect(hidden?.unavailable == "https://rubygems.org/info/priv")
    let lower = try await change(
      .update([.init(name: "c", version: "1.1.0")], UpdateOptions()), files, bundler)
    #expect(lower.moves.map { "\($0.name) \($0.to ?? "-")" } == ["c 1.1.0"])
  }
}
