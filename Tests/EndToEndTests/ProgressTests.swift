import Foundation
import TestSupport
import Testing

/// Runs a command line in a terminal, and returns the output of both streams.
private func inTerminal(
  _ words: String, _ folder: Folder, _ variables: [String: String] = [:]
) async throws -> String {
  let command = "'\(Program.path.path)' \(words)"
  let status = try await ChildProcess(
    ["/usr/bin/script", "-qec", command, "/dev/null"], in: folder.path,
    environment: variables.merging(["HOME": folder.path]) { given, _ in given },
    output: folder.path + "/screen"
  ).end()
  #expect(status == 0)
  return try folder.read("screen")
}

@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")))
struct `Progress` {
  private let folder: Folder

  init() async throws {
    folder = try Folder(["package.json": "{\"name\": \"nest\", \"version\": \"1.0.0\"}\n"])
    try folder.write(
      """
      state: sqlite:martlet.db
      cache: cache
      forges:
        - {name: files, kind: local, url: "file://\(folder.path)/forge", repositories: ["acme/*"]}

      """, to: "martlet.yml")
    let paths = ["forge/acme/web.git", "forge/acme/api.git"].map { "\(folder.path)/\($0)" }
    for path in paths {
      try #require(await ChildProcess(["/bin/sh", "-ec", Self.start, path]).end() == 0)
    }
  }

  /// Creates a repository with one empty commit.
  private static let start = """
    git init -q --bare --initial-branch=main "$0"
    tree=$(git -C "$0" mktree </dev/null)
    commit=$(git -C "$0" -c user.name=Ann -c user.email=ann@acme.dev commit-tree -m Start $tree)
    git -C "$0" update-ref refs/heads/main $commit
    """

  @Test(arguments: [
    ("check", "0 of 1 manifests"), ("run --config martlet.yml", "of 2 repositories"),
  ])
  func `is a bar on a terminal, which is removed at the end`(words: String, bar: String)
    async throws
  {
    let screen = try await inTerminal(words, folder)
    #expect(screen.contains("[....................] "))
    #expect(screen.contains(bar))
    let last = try #require(screen.range(of: "\u{1B}[K", options: .backwards))
    #expect(!screen[last.upperBound...].contains(bar))
  }

  @Test(arguments: ["check", "run --config martlet.yml"])
  func `is not a bar in JSON logs or outside a terminal`(words: String) async throws {
    #expect(!(try await inTerminal(words + " --log-format json", folder)).contains("[...."))
    let quiet = try await Program.run(words.split(separator: " ").map(String.init), in: folder.path)
    #expect(!quiet.error.contains("[....") && !quiet.error.contains("\u{1B}"))
    #expect(!quiet.out.contains("\u{1B}"))
  }

  @Test func `is not a bar on a dumb terminal`() async throws {
    #expect(!(try await inTerminal("check", folder, ["TERM": "dumb"])).contains("\u{1B}"))
  }

  @Test(arguments: [([:], true), (["NO_COLOR": "1"], false), (["NO_COLOR": ""], true)])
  func `has colours unless they are disabled`(variables: [String: String], isColored: Bool)
    async throws
  {
    let red = "\u{1B}[31mrefused\u{1B}[0m"
    try folder.write("{\"dependencies\": {\"nest\": \"github:acme/nest\"}}\n", to: "package.json")
    let command = "check || true"
    #expect(try await inTerminal(command, folder, variables).contains(red) == isColored)
    #expect(try await inTerminal(command, folder, variables).contains("refused"))
  }
}
