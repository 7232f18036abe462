import Foundation
import JSON
import Testing

@Suite struct `The program` {
  @Test func `opens a pull request in the demo`() async throws {
    let transcript = try await Birds.transcript()
    #expect(transcript.contains("perch: opened #2 for 2.0.0"))
    #expect(transcript.contains("# Bump nest from 1.0.0 to 1.0.1"))
    #expect(transcript.contains("diff --git a/Package.resolved b/Package.resolved"))
    #expect(transcript.contains("# Bump aviary from 7.1.0 to 7.2.0"))
    #expect(transcript.contains("Views are drawn in half the time."))
    #expect(transcript.contains("diff --git a/Gemfile.lock b/Gemfile.lock"))
  }

  @Test func `shows an affected and an unaffected update in the demo`() async throws {
    let transcript = try await Birds.transcript()
    #expect(transcript.contains("nest 1.0.0 -> 1.0.1: not affected: none of the 3 symbols"))
    #expect(transcript.contains("perch 1.2.0 -> 2.0.0: affected: 1 of the 3 symbols"))
    #expect(transcript.contains("Perch.sit() became `async`"))
    #expect(transcript.contains("Sources/App/main.swift:5"))
  }

  @Test func `quotes release notes in the demo's Node project`() async throws {
    let transcript = try await Birds.transcript()
    #expect(transcript.contains("finch: opened #1 for 1.3.0"))
    #expect(transcript.contains("# Bump finch from 1.2.0 to 1.3.0"))
    #expect(transcript.contains("Fixes the pitch of long notes."))
    #expect(transcript.contains("finch: #1 proposes 1.3.0"))
    #expect(transcript.contains("+      \"version\": \"1.3.0\","))
  }

  @Test func `prints a check as a table and as one document`() async throws {
    let birds = try await Birds()
    let text = try await birds.martlet("check", "checkout")
    #expect(text.code == 0)
    #expect(
      text.out == """
        Package.swift
        name   kind    requirement                    current  wanted  latest  status
        nest   direct  .upToNextMinor(from: "1.0.0")  1.0.0    1.0.1   1.0.1   outdated
        perch  direct  from: "1.2.0"                  1.2.0    1.3.0   2.0.0   outdated

        2 dependencies: 2 outdated

        """)
    let rows = try await birds.martlet("check", "checkout", "--json").document()["dependencies"]?
      .array
    #expect(
      rows?.last == [
        "ecosystem": "swift", "directory": "/", "manifest": "Package.swift", "name": "perch",
        "kind": "direct", "group": "production", "requirement": "from: \"1.2.0\"",
        "current": "1.2.0", "wanted": "1.3.0", "latest": "2.0.0", "status": "outdated",
        "reason": .null,
      ])
  }

  /// Sparse files of the same size replace the manifests of many commands.
  @Test func `keeps the manifests in its cache that were used last`() async throws {
    let birds = try await Birds()
    let kept = birds.path("cache/manifests")
    try FileManager.default.createDirectory(atPath: kept, withIntermediateDirectories: true)
    for (name, hours) in [("aa", 3), ("bb", 2), ("cc", 1)] {
      let path = "\(kept)/\(name)"
      #expect(FileManager.default.createFile(atPath: path, contents: nil))
      #expect(truncate(path, 100 << 20) == 0)
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: Double(-hours * 3600))], ofItemAtPath: path)
    }
    #expect(try await birds.martlet("check", "checkout").code == 0)
    let left = try FileManager.default.contentsOfDirectory(atPath: kept)
    #expect(Set(left).isSuperset(of: ["bb", "cc"]) && !left.contains("aa"), "\(left.sorted())")
    // The manifests of this command are the newest.
    #expect(left.count > 2)
  }

  @Test func `changes only the lock in an update`() async throws {
    let birds = try await Birds()
    let manifest = try birds.folder.read("checkout/Package.swift")
    let before = try birds.folder.read("checkout/Package.resolved")
    let outcome = try await birds.martlet("update", "checkout", "perch")
    #expect(outcome.out == "perch 1.2.0 -> 1.3.0\nchanged Package.resolved\n")
    #expect(try birds.folder.read("checkout/Package.swift") == manifest)
    let after = try birds.folder.read("checkout/Package.resolved")
    let (old, new) = (lines(before), lines(after))
    #expect(old.count == new.count)
    #expect(zip(old, new).count { $0 != $1 } == 2)
    #expect(after.contains("\"version\" : \"1.3.0\""))
  }

  @Test func `edits the requirement in place in an update to a version`() async throws {
    let birds = try await Birds()
    let before = try birds.folder.read("checkout/Package.swift")
    let outcome = try await birds.martlet("update", "checkout", "perch@2.0.0", "--json")
    #expect(outcome.code == 0)
    #expect(
      try birds.folder.read("checkout/Package.swift")
        == before.replacing("perch.git\", from: \"1.2.0\"", with: "perch.git\", from: \"2.0.0\""))
    let move = try outcome.document()["changes"]?[0]?["moves"]?[0]
    #expect(move?["to"] == "2.0.0")
  }

  @Test func `leaves nothing behind after a dry run`() async throws {
    let birds = try await Birds()
    let before = try birds.folder.everything()
    let outcome = try await birds.martlet("run", "--dry-run")
    #expect(outcome.code == 0)
    #expect(outcome.out.contains("a pull request for 2.0.0 would be opened"))
    #expect(outcome.out.contains("+        \"version\" : \"2.0.0\""))
    let after = try birds.folder.everything().filter { !$0.key.hasPrefix("cache") }
    #expect(after == before)
  }

  @Test func `does nothing in a second run`() async throws {
    let birds = try await Birds()
    #expect(try await birds.martlet("run").out.contains("opened #1"))
    let first = try birds.pullRequests()
    let outcome = try await birds.martlet("run")
    #expect(outcome.out.contains("nest: #1 proposes 1.0.1"))
    #expect(try birds.pullRequests() == first)
  }

  @Test func `duplicates no pull request after its database is lost`() async throws {
    let birds = try await Birds()
    _ = try await birds.martlet("run")
    let first = try birds.pullRequests().count
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: birds.path("martlet.db" + suffix))
    }
    let outcome = try await birds.martlet("run")
    #expect(outcome.code == 0)
    #expect(try birds.pullRequests().count == first)
  }

  private func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }
}
