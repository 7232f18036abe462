import Testing

/// Files with merge conflicts as git writes them, each in its own repository.
@Suite struct `A file with merge conflict marks` {
  private static let swift = "// swift-tools-version: 5.9\nimport PackageDescription\n"
  private static let files: [(broken: String, line: Int, beside: [String: String])] = [
    ("Package.swift", 2, [:]),
    ("Package.resolved", 1, ["Package.swift": swift + "let package = Package(name: \"a\")\n"]),
    ("A.xcodeproj/project.pbxproj", 3, [:]),
    ("package.json", 1, [:]),
    ("package-lock.json", 1, ["package.json": "{}\n"]),
    ("Gemfile", 1, [:]),
    ("Gemfile.lock", 2, ["Gemfile": "source \"https://gems.invalid\"\ngem \"a\"\n"]),
  ]

  /// Returns lines to put before the marks.
  private func conflict(after count: Int) -> String {
    String(repeating: "\n", count: count) + "<<<<<<< HEAD\n1\n=======\n2\n>>>>>>> topic\n"
  }

  @Test(arguments: files) func `is refused with its location and what to do`(
    file: (broken: String, line: Int, beside: [String: String])
  ) async throws {
    let folder = try Folder(
      file.beside.merging([file.broken: conflict(after: file.line - 1)]) { first, _ in first })
    for words in [["check"], ["lock"], ["update", "--all-locked"]] {
      let outcome = try await Program.run(words, in: folder.path)
      #expect(outcome.code == 3, "\(words) \(outcome.error)")
      let expected = """
        martlet: \(file.broken):\(file.line):1: refused: holds merge conflict marks
          keep one side, remove the lines of <<<<<<<, ======= and >>>>>>>, and try again
        """
      #expect(outcome.error.contains(expected), "\(words) \(outcome.error)")
    }
  }

  @Test(arguments: ["dependabot.yml", "martlet.yml"])
  func `of configuration is an error of that file`(name: String) async throws {
    let folder = try Folder([name: conflict(after: 4)])
    let outcome = try await Program.run("config", "check", name, in: folder.path)
    #expect(outcome.code == 2)
    #expect(outcome.out.hasPrefix("\(name):5:1: error: merge conflict marks; keep one side"))
  }

  @Test func `fails each command`() async throws {
    let folder = try Folder([
      "package.json": "{}\n", ".github/dependabot.yml": conflict(after: 0),
    ])
    let outcome = try await Program.run("check", in: folder.path)
    #expect(outcome.code == 2)
    #expect(outcome.error.contains(".github/dependabot.yml:1:1: error: holds merge conflict marks"))
  }
}
