import Ecosystem
import Testing

@testable import Bundler

private let gemfile = "source \"https://rubygems.org\"\ngem \"a\"\n"
private let lock = """
  GEM
    remote: https://rubygems.org/
    specs:
      a (1.0.0)
        b
      b (1.0.0)

  PLATFORMS
    x86_64-linux

  DEPENDENCIES
    a

  BUNDLED WITH
     2.7.2

  """

/// Gems that need each other, which Bundler rejects with the exit code 21.
@Suite struct `A cycle of gems` {
  private func update(
    _ target: Goal.Target, _ infos: [String: String]
  ) async throws -> Change {
    try await change(
      .update([target], UpdateOptions()), ["Gemfile": gemfile, "Gemfile.lock": lock],
      BundlerEcosystem.serving(infos))
  }

  @Test func `is not locked, and the reason names its gems`() async throws {
    let infos = ["a": "1.0.0 b:>= 0", "b": "1.0.0 \n1.1.0 \n2.0.0 c:>= 0", "c": "1.0.0 a:>= 0"]
    let problem = await #expect(throws: Problem.self) {
      try await update(.init(name: "b", version: "2.0.0"), infos)
    }
    #expect(problem?.kind == .unsolvable)
    #expect(problem?.explanation == ["a needs b.", "b needs c.", "c needs a."])
    let lower = try await update(.init(name: "b", version: "1.1.0"), infos)
    #expect(lower.moves.map { "\($0.name) \($0.to ?? "-")" } == ["b 1.1.0"])
  }

  @Test func `is not a gem that needs itself`() async throws {
    let infos = ["a": "1.0.0 b:>= 0", "b": "1.0.0 \n2.0.0 b:>= 1"]
    let change = try await update(.init(name: "b"), infos)
    #expect(change.moves.map { "\($0.name) \($0.to ?? "-")" } == ["b 2.0.0"])
  }
}

/// Locks of a Bundler before 2.5.16, whose rules aren't known.
@Suite struct `A lock of an old Bundler` {
  private let files = [
    "Gemfile": gemfile, "Gemfile.lock": lock.replacing("2.7.2", with: "2.4.22"),
  ]
  private let infos = ["a": "1.0.0 b:>= 0", "b": "1.0.0 \n1.1.0 "]
  private let update = Goal.update([.init(name: "b")], UpdateOptions())

  @Test func `is refused, and the refusal names the operator's key`() async throws {
    let problem = await #expect(throws: Problem.self) {
      try await change(update, files, BundlerEcosystem.serving(infos))
    }
    #expect(problem?.kind == .refused)
    #expect(problem?.subject == "BUNDLED WITH 2.4.22")
    #expect(problem?.advice?.contains("write-old-bundler-as: 2.7.2") == true)
  }

  @Test func `is written by the rules of a later one if the operator opts in`() async throws {
    let bundler = BundlerEcosystem.serving(infos, pinned: [.oldBundler])
    let text = try #require(try await change(update, files, bundler).lock)
    #expect(text == files["Gemfile.lock"]?.replacing("b (1.0.0)", with: "b (1.1.0)"))
  }

  @Test func `is refused for Bundler 1 even then`() async throws {
    let old = files.mapValues { $0.replacing("2.4.22", with: "1.17.3") }
    let problem = await #expect(throws: Problem.self) {
      try await change(update, old, BundlerEcosystem.serving(infos, pinned: [.oldBundler]))
    }
    #expect(problem?.advice?.contains("write-old-bundler-as") == false)
  }
}

/// What a pull request says of edited requirements.
@Suite struct `Edits of a Gemfile` {
  private func requirements(_ clause: String, to version: String) async throws -> [RequirementEdit]
  {
    var options = UpdateOptions()
    options.strategy = .increase
    let files = ["Gemfile": gemfile.replacing("\"a\"", with: "\"a\", \"\(clause)\"")]
    return try await change(
      .update([.init(name: "a", version: version)], options), files,
      BundlerEcosystem.serving(["a": "3.9.0 \n3.9.5 \n3.10.0 "])
    ).requirements
  }

  @Test func `are listed with their file, if something changes`() async throws {
    #expect(try await requirements("~> 3.9", to: "3.9.5") == [])
    #expect(
      try await requirements("~> 3.9.0", to: "3.10.0") == [
        RequirementEdit(name: "a", file: "Gemfile", before: "~> 3.9.0", after: "~> 3.10.0")
      ])
  }
}
