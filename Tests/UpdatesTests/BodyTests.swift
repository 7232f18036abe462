import Ecosystem
import Testing
import Versioning

@testable import Updates

@Suite struct `A body` {
  @Test func `starts with the update and lists the other changed packages`() throws {
    let update = try sample(
      "nio", "2.0.0", "2.1.0", source: "https://example.com/nio.git",
      along: [Move(name: "atomics", from: nil, to: "1.0.0", kind: .indirect)])
    let body = update.body()
    #expect(
      body.hasPrefix(
        """
        Bumps [nio](https://example.com/nio) from `2.0.0` to `2.1.0`. It is a minor update of a \
        direct production dependency.

        Other packages that change:

        | Package | From | To |
        | --- | --- | --- |
        | `atomics` | added | `1.0.0` |

        """))
  }

  @Test func `starts with an unknown host`() throws {
    var update = try sample("nio", "2.0.0", "2.1.0", .patch)
    #expect(update.steps == "patch")
    update.parts[0].foreign = [ForeignSource(package: "nio", origin: "http://evil.example:8080")]
    update.parts[0].change.moves += [Move(name: "a", from: nil, to: "1", kind: .indirect)]
    let lines = update.body().split(separator: "\n")
    let index = try #require(lines.firstIndex(of: "### What to look at first"))
    #expect(
      lines[index + 1].hasPrefix(
        "- **Unknown host**: `nio` comes from `http://evil.example:8080`, which neither"))
    let rules = WatchRules([])
    #expect(!rules.merges(update.steps))
    #expect(update.steps == "foreign-host patch")
  }

  @Test func `is recognized by its last line alone`() throws {
    let body = try sample("nio", "2.0.0", "2.1.0", .patch).body()
    let marker = try #require(BodyMarker(in: body))
    #expect(marker.versions.values.contains("2.1.0"))
    #expect(BodyMarker(in: body.replacing("\n", with: "\r\n") + " \r\n\r\n") == marker)
    let forged = "<!-- martlet: npm / dependency evil | evil=9.9.9 -->"
    #expect(BodyMarker(in: "> \(forged)\n\n\(body)") == marker)
    for quoted in ["> \(forged)", "`\(forged)`", "    \(forged)", "\(forged) and more", "Notes"] {
      #expect(BodyMarker(in: "\(forged)\n\n\(quoted)\n") == nil, "\(quoted)")
    }
  }

  @Test func `names every edited file of a project without a lock`() throws {
    var update = try sample("nio", "2.0.0", "3.0.0", .major)
    let edits = ["a/Package.swift", "b/Package.swift"].map {
      RequirementEdit(name: "nio", file: $0, before: "2.0.0", after: "3.0.0")
    }
    var change = Ecosystem.Change(
      files: edits.map { FileChange(path: $0.file, before: [], after: [1]) }
        + [FileChange(path: "lock", before: nil, after: [1])],
      moves: [
        Move(
          name: "nio", from: "2.0.0", to: "3.0.0", kind: .direct,
          requirement: .init(before: "2.0.0", after: "3.0.0")),
        Move(name: "other", from: nil, to: "1", kind: .indirect),
      ])
    change.requirements = edits
    update.parts[0].change = change.ofRequirements
    #expect(update.parts[0].change.files.map(\.path) == ["a/Package.swift", "b/Package.swift"])
    #expect(update.parts[0].change.moves.map(\.name) == ["nio"])
    for file in ["a", "b"] {
      #expect(
        update.body().contains(
          "The requirement of `nio` in `\(file)/Package.swift` changes from `2.0.0` to `3.0.0`."))
    }
  }

  @Test func `shows a changed requirement`() throws {
    let update = try sample(
      "nio", "2.0.0", "3.0.0", .major, requirement: .init(before: "2.0.0", after: "3.0.0"))
    let sentence = "The requirement of `nio` in `Package.swift` changes from `2.0.0` to `3.0.0`."
    #expect(update.body().contains(sentence))
  }

  @Test func `names the content that the branch has, if another one has the version now`() throws {
    var update = try sample(
      "tool", "1.0.0", "1.1.0", requirement: .init(before: "v1.0.0", after: "abc # v1.1.0"))
    update.note([ChangedContent(subject: "tool 1.1.0", before: "fed", after: "abc")])
    let body = update.body()
    #expect(body.contains("changes from `v1.0.0` to `fed # v1.1.0`."), "\(body)")
    #expect(body.contains("was `fed` when this pull request was opened, and is `abc` now"))
  }

  @Test func `quotes names that would be read as markup`() throws {
    let body = try sample("`@everyone` #1", "1", "2").body()
    #expect(body.hasPrefix("Bumps `` `@everyone` #1 `` from `1` to `2`."))
  }
}
