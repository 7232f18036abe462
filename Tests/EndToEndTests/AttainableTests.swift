import JSON
import TestSupport
import Testing

/// Gems `a` and `b`; `b` 1.2.0 needs an `a` that doesn't exist.
@Suite(.serialized) struct `A gem whose newest version can't be chosen` {
  private let server: LoopbackServer
  private let folder: Folder
  private let reason =
    "1.2.0 is held back: it cannot be chosen: The Gemfile requires a ~> 1.0. b 1.2.0 needs a >= 9."

  init() throws {
    let infos = [
      "/info/a": "---\n1.0.0 \n1.1.0 \n", "/info/b": "---\n1.0.0 \n1.1.0 \n1.2.0 a:>= 9\n",
    ]
    server = try LoopbackServer { request in
      infos[request.path].map { .text($0) } ?? .status(404)
    }
    folder = try Folder([
      "martlet.yml": """
      mirrors:
        - {from: "https://rubygems.org/", to: "\(server.url())"}

      """,
      "app/Gemfile": "source \"https://rubygems.org\"\ngem \"a\", \"~> 1.0\"\ngem \"b\"\n",
      "app/Gemfile.lock": """
      GEM
        remote: https://rubygems.org/
        specs:
          a (1.0.0)
          b (1.0.0)

      PLATFORMS
        ruby

      DEPENDENCIES
        a (~> 1.0)
        b

      BUNDLED WITH
         2.7.2

      """,
    ])
  }

  private func run(_ words: String...) async throws -> Program.Outcome {
    let outcome = try await Program.run(
      words + ["--config", "martlet.yml", "--log-level", "error"], in: folder.path)
    #expect(outcome.code == 0, "\(outcome.error)")
    return outcome
  }

  @Test func `is shown at the version below, with what prevents it`() async throws {
    let text = try await run("check", "app").out
    #expect(text.contains("b: \(reason)"), "\(text)")
    let rows = try await run("check", "app", "--json").document()["dependencies"]
    #expect(rows?[1]?["name"] == "b")
    #expect(rows?[1]?["wanted"] == "1.1.0")
    #expect(rows?[1]?["latest"] == "1.1.0")
    #expect(rows?[1]?["status"] == "outdated")
    #expect(rows?[0]?["reason"] == .null)
  }

  @Test func `is what update reaches`() async throws {
    #expect(try await run("update", "app", "b").out.hasPrefix("b 1.0.0 -> 1.1.0\n"))
  }
}
