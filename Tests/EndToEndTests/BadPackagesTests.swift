import Foundation
import TestSupport
import Testing

/// Errors in a Swift package and its dependencies: message, location, exit code, and
/// nothing written.
@Suite struct `Bad packages` {
  private func expect(
    _ words: String..., in birds: Birds, code: Int32, says: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let before = try birds.checkout()
    let outcome = try await birds.martlet(words[0], ["checkout"] + words.dropFirst())
    #expect(outcome.code == code, "\(outcome.error)", sourceLocation: sourceLocation)
    for text in says {
      #expect(outcome.error.contains(text), "\(outcome.error)", sourceLocation: sourceLocation)
    }
    #expect(try birds.checkout() == before, sourceLocation: sourceLocation)
  }

  @Test func `a repository that does not exist`() async throws {
    let birds = try await Birds()
    try birds.edit("Package.swift", "birds/nest.git", "birds/gone.git")
    try await expect(
      "lock", in: birds, code: 1, says: ["https://git.example.com/birds/gone.git: does not exist"])
  }

  @Test func `a version without a tag`() async throws {
    let birds = try await Birds()
    try birds.edit("Package.swift", "from: \"1.2.0\"", "from: \"7.0.0\"")
    try await expect(
      "lock", in: birds, code: 4,
      says: ["this project depends on 'perch' 7.0.0..<8.0.0 which doesn't match any versions"])
  }

  @Test func `a branch that does not exist`() async throws {
    let birds = try await Birds()
    try birds.edit("Package.swift", "from: \"1.2.0\"", "branch: \"molting\"")
    try await expect("lock", in: birds, code: 1, says: ["has no branch or tag `molting`"])
  }

  @Test func `local packages that depend on each other are resolved`() async throws {
    let birds = try await Birds()
    try birds.edit(
      "Package.swift", "dependencies: [\n", "dependencies: [\n    .package(path: \"Egg\"),\n")
    try birds.folder.write(
      """
      // swift-tools-version: 5.9
      import PackageDescription
      let package = Package(name: "Egg", dependencies: [.package(path: "..")])

      """, to: "checkout/Egg/Package.swift")
    #expect(try await birds.martlet("lock", ["checkout"]).code == 0)
  }

  @Test func `a pin outside the requirement is replaced`() async throws {
    let birds = try await Birds()
    try birds.edit("Package.swift", "from: \"1.2.0\"", "from: \"1.3.0\"")
    let outcome = try await birds.martlet("lock", ["checkout"])
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(try birds.folder.read("checkout/Package.resolved").contains("\"version\" : \"1.3.0\""))
  }

  @Test func `a pin at a commit that its tag does not point to`() async throws {
    let birds = try await Birds()
    let lock = try birds.folder.read("checkout/Package.resolved")
    let revision = try #require(lock.firstMatch(of: /"revision" : "([0-9a-f]{40})"/)).1
    try birds.edit("Package.resolved", String(revision), String(repeating: "a", count: 40))
    try await expect("update", "perch", in: birds, code: 3, says: ["has a tag that was moved"])
  }

  @Test(arguments: [
    ("Package.resolved", "  \"pins\" : ["), ("Package.swift", "  dependencies: ["),
  ])
  func `merge-conflict markers`(file: String, line: String) async throws {
    let birds = try await Birds()
    let text = try birds.folder.read("checkout/\(file)")
    let range = try #require(text.firstRange(of: line)).lowerBound
    let number = text[..<range].count { $0 == "\n" } + 1
    try birds.edit(file, line, "<<<<<<< HEAD\n\(line)\n=======\n\(line)\n>>>>>>> topic\n")
    try await expect(
      "update", "perch", in: birds, code: 3,
      says: ["\(file):\(number):1: refused: holds merge conflict marks\n  keep one side"])
  }

  @Test(arguments: ["Package.swift", "Package.resolved", "App.xcodeproj/project.pbxproj"])
  func `files of more than fifty megabytes`(file: String) async throws {
    let birds = try await Birds()
    try birds.folder.write("", to: "checkout/\(file)")
    let handle = try #require(FileHandle(forWritingAtPath: birds.path("checkout/\(file)")))
    try handle.truncate(atOffset: 51 << 20)
    try handle.close()
    let outcome = try await birds.martlet("check", ["checkout"])
    #expect(outcome.code == 1)
    #expect(outcome.error.contains("\(file): is larger than 50 MiB"), "\(outcome.error)")
  }

  @Test func `a project file that does not parse`() async throws {
    let birds = try await Birds()
    try birds.folder.write(
      "// !$*UTF8*$!\n{\n=\n\tobjects = {\n",
      to: "checkout/App.xcodeproj/project.pbxproj")
    let outcome = try await birds.martlet("check", ["checkout"])
    #expect(outcome.code == 1)
    #expect(outcome.error.contains("App.xcodeproj/project.pbxproj:3:"), "\(outcome.error)")
  }
}

/// Addresses in a repository's own files are requested only if the operator's file allows it.
@Suite struct `A repository's mirrors` {
  /// Runs `lock` with a mirror for perch, and expects that it is refused.
  private func expectRefusal(
    of mirror: String, in birds: Birds, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let perch = "https://git.example.com/birds/perch.git"
    try birds.folder.write(
      #"{"object": [{"mirror": "\#(mirror)", "original": "\#(perch)"}], "version": 1}"#,
      to: "checkout/.swiftpm/configuration/mirrors.json")
    let before = try birds.checkout()
    let outcome = try await birds.martlet("lock", ["checkout", "--fresh"])
    #expect(outcome.code == 1, "\(mirror): \(outcome.out)", sourceLocation: sourceLocation)
    #expect(outcome.error.contains("has an address that is not allowed"), "\(outcome.error)")
    #expect(try birds.checkout() == before, sourceLocation: sourceLocation)
  }

  @Test func `cannot use a folder that the operator does not name`() async throws {
    let birds = try await Birds()
    let upstream = birds.path("upstream")
    try FileManager.default.createDirectory(
      atPath: birds.path("secret"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: "\(upstream)/perch.git", toPath: birds.path("secret/perch.git"))
    for address in [
      "file://\(birds.path("secret/perch.git"))", birds.path("secret/perch.git"),
      "file://\(upstream)/../secret/perch.git", "\(upstream)/../secret/perch.git",
      "file://\(upstream)/%2e%2e/secret/perch.git",
    ] {
      try await expectRefusal(of: address, in: birds)
    }
  }

  @Test func `cannot use a private address that the operator does not name`() async throws {
    let birds = try await Birds()
    let server = try LoopbackServer { _ in .status(404) }
    try await expectRefusal(of: "\(server.url())/perch.git", in: birds)
    #expect(server.requests.isEmpty)
  }
}

extension Birds {
  fileprivate func checkout() throws -> [String: Data] {
    try folder.everything().filter { $0.key.hasPrefix("checkout") }
  }

  fileprivate func edit(_ file: String, _ old: String, _ new: String) throws {
    try folder.write(
      folder.read("checkout/\(file)").replacing(old, with: new), to: "checkout/\(file)")
  }

  fileprivate func martlet(_ command: String, _ words: [String]) async throws -> Program.Outcome {
    try await Program.run(
      [command] + words + ["--config", path("martlet.yml"), "--log-level", "error"],
      in: folder.path)
  }
}
