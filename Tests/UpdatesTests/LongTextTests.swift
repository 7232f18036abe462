import Ecosystem
import Testing
import Versioning

@testable import Updates

/// A group of many dependencies from `p0`, with release notes of given sizes.
private struct LargeGroup {
  let update: Update
  let annotation: Annotation

  init(
    _ count: Int, notes size: (Int) -> Int = { _ in 3_000 }, named: (Int) -> String = { "p\($0)" }
  )
    throws
  {
    let one = try sample("p", "1.0.0", "1.1.0")
    let part = one.parts[0]
    let leads = (0..<count).map { index in
      let dependency = Dependency(
        name: named(index), kind: .direct, group: .production, current: "1.0.0",
        source: "https://example.com/acme/\(named(index)).git")
      return Update.Lead(dependency: dependency, from: "1.0.0", to: "1.1.0", step: .minor)
    }
    var key = one.key
    key.subject = .group("all")
    update = Update(
      key: key, group: "all",
      parts: [.init(project: part.project, leads: leads, change: part.change)])
    var notes: [String: [String]] = [:]
    for index in 0..<count {
      let lengths = [size(index), size(index) / 2, 200]
      notes[named(index)] = lengths.map { length in
        "note of \(named(index)) " + String(repeating: "x", count: length)
      }
    }
    annotation = Annotation(notes: notes)
  }
}

@Suite struct `A description of many dependencies` {
  @Test(arguments: [2, 60, 220, 1_000])
  func `stays within the forge's limit and names every one`(count: Int) throws {
    let group = try LargeGroup(count)
    let body = group.update.body(group.annotation)
    #expect(body.utf16.count <= 65_536)
    for index in 0..<count where !body.contains("| `p\(index)` |") {
      #expect(body.contains("| [p\(index)]("), "p\(index)")
    }
    #expect(BodyMarker(in: body)?.versions.count == count)
  }

  @Test func `gives the release notes of each dependency a heading`() throws {
    let group = try LargeGroup(60)
    let body = group.update.body(group.annotation)
    for index in 0..<60 {
      let heading = "### [p\(index)](https://example.com/acme/p\(index)) from `1.0.0` to `1.1.0`"
      #expect(body.contains("\(heading)\n\nnote of p\(index) "), "p\(index)")
    }
    #expect(try !LargeGroup(1).update.body(try LargeGroup(1).annotation).contains("###"))
  }

  @Test func `shortens long notes before short ones`() throws {
    let group = try LargeGroup(40) { $0 == 7 ? 60_000 : 1_000 }
    let body = group.update.body(group.annotation)
    for index in 0..<40 where index != 7 {
      #expect(
        body.contains("note of p\(index) " + String(repeating: "x", count: 1_000)), "p\(index)")
    }
    #expect(body.contains("note of p7 " + String(repeating: "x", count: 200)))
    #expect(!body.contains(String(repeating: "x", count: 30_000)))
  }

  @Test func `names the dependencies whose release notes don't fit`() throws {
    let group = try LargeGroup(800)
    let body = group.update.body(group.annotation)
    #expect(body.contains(/and [0-9]+ more are too long for this text/))
  }

  @Test func `says that a smaller limit cuts the table`() throws {
    let group = try LargeGroup(220)
    let body = group.update.body(group.annotation, limit: 7_000)
    #expect(body.utf16.count <= 7_000)
    #expect(body.contains("more, see the commit message"))
    #expect(BodyMarker(in: body)?.versions.count == 220)
    #expect(!group.update.fits(3_000))
  }

  @Test(arguments: [220, 400, 2_000])
  func `leaves the commit message within its limit and its trailer valid`(count: Int) throws {
    let message = try LargeGroup(count).update.commitMessage(TitleStyle())
    #expect(message.utf16.count <= 65_536)
    #expect(message.hasSuffix("\n...\n"))
    let named = message.ranges(of: "- dependency-name: ").count
    let rest = message.firstMatch(of: /# and ([0-9]+) more/).flatMap { Int($0.1) } ?? 0
    #expect(named + rest == count)
  }

  @Test func `limits the title`() throws {
    let name = String(repeating: "long/", count: 80)
    let update = try sample("p", "1.0.0", "1.1.0", directory: "/" + name)
    #expect(update.title(TitleStyle()).utf16.count <= 256)
    #expect(update.commitMessage(TitleStyle()).split(separator: "\n")[0].utf16.count <= 256)
  }
}

@Suite struct `A name from a repository's files` {
  private static let bad = "x\n\nRelease-As: 9\u{2028}`@ann` <b>[y](z) #1\r"

  @Test func `stays on the line of the title and of the commit`() throws {
    var update = try sample("p", "1.0.0", "1.1.0", directory: "/" + Self.bad)
    #expect(update.title(TitleStyle()).split(whereSeparator: \.isNewline).count == 1)
    var paragraphs = update.commitMessage(TitleStyle()).split(whereSeparator: \.isNewline)
    #expect(!paragraphs.contains { $0.hasPrefix("Release-As") })
    update.key.subject = .group(Self.bad)
    update.group = Self.bad
    update.parts[0].leads += try sample(Self.bad, "1", "2").leads
    #expect(update.title(TitleStyle()).split(whereSeparator: \.isNewline).count == 1)
    paragraphs = update.commitMessage(TitleStyle()).split(whereSeparator: \.isNewline)
    #expect(!paragraphs.contains { $0.hasPrefix("Release-As") })
    #expect(!update.commitMessage(TitleStyle()).contains(" #1"))
  }

  @Test func `with a line break is not updated, and the others are`() async throws {
    let scene = try await Scene(
      """
      updates:
        - package-ecosystem: npm
          directories: ["**"]
          schedule: {interval: weekly}
          cooldown: {default-days: 0}
      """, ["deps.txt": "a 1.0.0\n", "x\n\nRelease-As: 9/deps.txt": "a 1.0.0\n"])
    scene.npm.publish("a", "1.0.0", "1.1.0")
    for _ in 0..<2 {
      try await scene.run()
      #expect(try await scene.open() == ["#1 Bump a from 1.0.0 to 1.1.0"])
    }
  }

  @Test func `has no effect in a comment`() {
    let reason = ClosingReason.groupRemoved("x\n@ann #1 [y](z) `<b>")
    #expect(
      reason.comment()
        == "Closed: the group x @\u{200B}ann #\u{200B}1 \\[y](z) \\`&lt;b>"
        + " is no longer configured.")
  }

  @Test func `has no effect in Markdown`() throws {
    let update = try sample("p", "1.0.0", "1.1.0", directory: "/a` @ann `b")
    #expect(update.body().contains("in `` /a` @ann `b ``."))
  }
}
