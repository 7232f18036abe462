import JSON
import TestSupport
import Testing

/// A library whose version 1.1.0 removes a function.
private struct Scene {
  private static let before = """
    public final class Wing {
      public init() {}
      public func flap(times: Int) {}
      public func fold() {}
    }

    """
  private static let after = before.replacing("  public func flap(times: Int) {}\n", with: "")
  let fake: FakeHost
  private let folder: Folder

  init(_ source: String, entry: String = "impact: on") async throws {
    fake = try await FakeHost.fresh()
    let release = { (version: String, text: String) -> Value in
      [
        "version": .string(version), "notes": "notes", "date": "2026-01-02T00:00:00Z",
        "files": ["Sources/wing/Wing.swift": .string(text)],
      ]
    }
    let answer = try await fake.control(
      "upstream",
      [
        "full_name": "birds/wing", "files": ["Package.swift": .string(GitHubFiles.library("wing"))],
        "versions": [release("1.0.0", Self.before), release("1.1.0", Self.after)],
      ])
    let commit = answer["tags"]?["v1.0.0"]?.string ?? ""
    var files = GitHubFiles.application(
      ["wing": commit], dependabot: GitHubFiles.dependabot(entry))
    files["Sources/App/App.swift"] = source
    try await fake.found("acme/app", files)
    folder = try Folder(
      files.merging(["martlet.yml": GitHubFiles.configuration(fake.url)]) { $1 })
  }

  func martlet(_ words: String...) async throws -> Program.Outcome {
    try await Program.run(
      words + ["--config", "martlet.yml", "--log-level", "error"], in: folder.path,
      environment: ["TOKEN": "github_pat_fixed"])
  }

  func body() async throws -> String {
    let outcome = try await martlet("run")
    #expect(outcome.code == 0, "\(outcome.out)\(outcome.error)")
    return try await fake.state("acme/app")["prs"]?[0]?["body"]?.string ?? ""
  }
}

private let source = "import wing\n\nlet mine = Wing()\nmine.fold()\n"

@Suite(.needsFakeHost, .serialized) struct `The impact of an update` {
  @Test func `is in the body, with the lines that use what was removed`() async throws {
    let scene = try await Scene(source + "mine.flap(times: 2)\n")
    let body = try await scene.body()
    #expect(body.contains("**Affected**: 1 of the 4 symbols that you use changed"))
    #expect(body.contains("`Wing.flap(times:)` was removed (`Sources/App/App.swift:5`)"))
  }

  @Test func `is in the body if nothing that is used changed`() async throws {
    let scene = try await Scene(source)
    #expect(try await scene.body().contains("**Not affected**: none of the 3 symbols"))
  }

  @Test func `isn't in the body unless the entry asks for it`() async throws {
    let scene = try await Scene(source, entry: "")
    let body = try await scene.body()
    #expect(body.contains("is imported in 1 file"))
    #expect(!body.contains("ffected**"))
  }

  @Test func `is shown by check, as text and as JSON`() async throws {
    let scene = try await Scene(source + "mine.flap(times: 2)\n")
    let text = try await scene.martlet("check", ".", "--impact", "wing")
    #expect(text.code == 0, "\(text.error)")
    #expect(
      text.out == """
        Package.swift:
          wing 1.0.0 -> 1.1.0: affected: 1 of the 4 symbols that you use changed
            Wing.flap(times:) was removed
              Sources/App/App.swift:5
            100 % of the symbols that you use could be compared

        """)
    let json = try await scene.martlet("check", ".", "--impact", "wing@1.1.0", "--json").document()
    let impact = json["impacts"]?[0]
    #expect(impact?["verdict"] == "affected")
    #expect(impact?["symbols"]?[0]?["uses"] == [["file": "Sources/App/App.swift", "line": 5]])
    let missing = try await scene.martlet("check", ".", "--impact", "tern")
    #expect(missing.code == 2)
  }
}
