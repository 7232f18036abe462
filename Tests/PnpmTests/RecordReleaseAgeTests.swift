import Ecosystem
import TestSupport
import Testing
import Text
import Time
import YAML

@testable import Pnpm

@Suite struct `An exception from the minimum age of pnpm 11` {
  /// One hour before the world's time.
  private let registry = "@s/b 1.0.0 2026-12-31\na 1.0.0\na 1.1.0 2026-12-31\na 1.2.0 2026-12-31"

  /// Installs `a` 1.1.0 and `@s/b`, and in a member `a` 1.2.0.
  private func file(_ settings: String?) async throws -> String? {
    let files = [
      "package.json": #"{"name": "app", "dependencies": {"a": "1.1.0", "@s/b": "1.0.0"}}"#,
      "packages/x/package.json": #"{"name": "x", "dependencies": {"a": "1.2.0"}}"#,
    ]
    var world = World(registry, files, pnpm: "11.22.0")
    world.files["pnpm-workspace.yaml"] = settings
    world.now = world.now - 86_000
    return try await world.after(.install).files["pnpm-workspace.yaml"]
  }

  private static let root = "minimumReleaseAgeExclude:\n  - '@s/b@1.0.0'\n  - a@1.1.0\n"
  private static let all = "minimumReleaseAgeExclude:\n  - '@s/b@1.0.0'\n  - a@1.1.0 || 1.2.0\n"
  private static let members = "packages:\n  - packages/*\n"

  @Test(
    arguments: [
      (nil, root), ("", root),
      (members, members + all),
      (
        "\(members)\n# pinned\noverrides:\n  q: '1.0.0' # why\n",
        "\(members)\n\(all)\n# pinned\noverrides:\n  q: '1.0.0' # why\n"
      ),
      (
        "\(members)overrides:\n  q: 1.0.0\ncatalog:\n  \"r\": ^1.0.0\n",
        "\(members)overrides:\n  q: 1.0.0\ncatalog:\n  \"r\": ^1.0.0\n\(all)"
      ),
      (
        "catalog:\n  r: ^1.0.0\n\(members)", "catalog:\n  r: ^1.0.0\n\(all)\(members)"
      ),
      (
        "\(members)minimumReleaseAgeExclude:\n  - r # keep\n  - a@1.0.0\nzoo: 1\n",
        "\(members)minimumReleaseAgeExclude:\n  - r # keep\n  - a@1.0.0 || 1.1.0 || 1.2.0\n"
          + "  - '@s/b@1.0.0'\nzoo: 1\n"
      ),
    ] as [(String?, String)])
  func `is written into the settings`(before: String?, after: String) async throws {
    #expect(try await file(before) == after)
  }

  @Test(arguments: [
    ("packages: [packages/*]\n", 1), ("packages:\n- packages/*\n", 2),
    ("packages:\n  - packages/*\n\n\nzoo: 1\n", 3), ("packages:\n  - packages/*   # all\n", 2),
    ("packages:\n  - packages/*", 2), ("packages:\r\n  - packages/*\r\n", 1),
    ("\(members)zoo: 1.0\n", 3), ("\(members)zoo: null\n", 3),
    ("nodeLinker: hoisted\n\(members)", 1),
    ("\(members)catalog:\n    r: 1.0.0\n", 4), ("\(members)# end\n", 3),
    ("\(members)minimumReleaseAgeExclude:\n  - a@1.0.0 # why\n", 4),
    ("\(members)minimumReleaseAgeExclude:\n  # why\n  - a@1.0.0\n", 5),
    ("\(members)minimumReleaseAgeExclude:\n  - r@1.0.0\n  - r@1.1.0\n", 5),
    ("minimumReleaseAgeExcludePrune: true\n\(members)", 1),
  ])
  func `is refused if pnpm would rewrite another line`(settings: String, line: Int) async throws {
    let problem = await #expect(throws: Problem.self) { try await file(settings) }
    #expect(problem?.kind == .refused)
    #expect(problem?.location?.description == "pnpm-workspace.yaml:\(line):1", "\(settings)")
  }

  @Test(.timeLimit(.minutes(10)), arguments: [" || ", "\n  - r@"])
  func `is added to many others at once`(separator: String) throws {
    let versions = (0..<50_000).map { "0.0.\($0)" }.joined(separator: separator)
    let source = SourceText(
      file: "pnpm-workspace.yaml", "minimumReleaseAgeExclude:\n  - r@\(versions)\n")
    let workspace = try WorkspaceFile(source)
    let record = RecordReleaseAge(path: source.file, workspace: workspace)
    guard separator == " || " else {
      #expect(throws: Problem.self) { try record.adding(["a@1.0.0"]) }
      return
    }
    let text = String(decoding: try record.adding(["a@1.0.0"]).document.source.bytes, as: UTF8.self)
    #expect(text.hasSuffix(" || 0.0.49999\n  - a@1.0.0\n"))
  }

  @Test func `isn't written by an update within the requirements`() async throws {
    let files = ["package.json": #"{"name": "app", "dependencies": {"a": "^1.0.0"}}"#]
    var world = World("a 1.0.0", files, pnpm: "11.22.0")
    world.now = world.now - 86_000
    let old = try await world.after(.install).with(registry)
    let new = try await old.after(.update("a"))
    #expect(new.locked == ["a@1.0.0"])
    #expect(new.files["pnpm-workspace.yaml"] == nil)
  }

  @Test func `comes with the requirement that needs it`() async throws {
    let files = ["package.json": #"{"name": "app", "dependencies": {"a": "1.0.0"}}"#]
    var world = World("a 1.0.0", files, pnpm: "11.22.0")
    world.now = world.now - 86_000
    let new = try await world.after(.install).with(registry).after(.update("a", "1.2.0"))
    #expect(new.locked == ["a@1.2.0"])
    #expect(
      new.files["pnpm-workspace.yaml"] == "minimumReleaseAgeExclude:\n  - a@1.2.0\n")
  }
}
