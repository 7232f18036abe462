import Configuration
import Forges
import Store
import Testing
import Versioning

@testable import Updates

/// Places in one line: `1+` green, `2?` waiting, a `!` behind where a rebuild is needed.
private func turns(_ line: String, strict: Bool = false) -> [String] {
  var merges = MergeLine(isStrict: strict)
  return line.split(separator: " ").map { word in
    let number = Int(word.prefix { $0.isNumber }) ?? 0
    let turn = merges.turn(
      of: .init(number: number, isGreen: word.contains("+"), needsRebuild: word.contains("!")))
    return switch turn {
    case .merge: "merge"
    case .wait: "wait"
    case .rebuild: "rebuild"
    case .queue(let other): "behind \(other)"
    }
  }
}

@Suite struct `A merge line` {
  @Test(arguments: [
    ("1+ 2+ 3+", ["merge", "merge", "merge"]), ("1? 2+ 3?", ["wait", "merge", "wait"]),
    ("1+! 2+! 3+", ["rebuild", "behind 1", "merge"]),
    ("1? 2+! 3?!", ["wait", "behind 1", "behind 1"]), ("1?!", ["rebuild"]),
  ]) func `rebuilds one at a time`(line: String, expected: [String]) {
    #expect(turns(line) == expected)
  }

  @Test(arguments: [
    ("1+ 2+! 3+!", ["merge", "rebuild", "behind 2"]),
    ("1? 2+ 3+", ["wait", "behind 1", "behind 1"]),
    ("1+! 2+ 3?", ["rebuild", "behind 1", "behind 1"]),
  ]) func `lets nobody pass where the base is strict`(line: String, expected: [String]) {
    #expect(turns(line, strict: true) == expected)
  }
}

private func record(head: String = "h", updatedAt: Int64 = 0) -> PullRequestRecord {
  PullRequestRecord(
    key: "k", forge: "hub", repository: "acme/app", number: 1, branch: "b", head: head, base: "",
    digest: "", versions: [:], state: .open, updatedAt: updatedAt)
}

private func note(_ verdict: Verdict, age: Int64, isDemanded: Bool = false) -> VerdictRecord {
  var note = VerdictRecord.continuing(nil, record(), now: 0)
  note.take(verdict, isDemanded: isDemanded, timeout: 600, now: age)
  return note
}

@Suite struct `A watched pull request` {
  private let green = Verdict.passed([Check(name: "build", state: .success)])

  @Test func `is asked about while anything may change by itself or by a rerun`() {
    let red = Verdict.failed([Check(name: "build", state: .failure)])
    for verdict in [red, .pending(awaiting: ["build"]), .timedOut(awaiting: ["build"])] {
      #expect(note(verdict, age: 100).isDue(now: 101, merges: false))
    }
    #expect(!note(green, age: 100, isDemanded: true).isDue(now: 1000, merges: false))
    #expect(note(green, age: 100, isDemanded: true).isDue(now: 101, merges: true))
    var doubted = note(green, age: 100, isDemanded: true)
    doubted.isDoubted = true
    #expect(doubted.isDue(now: 101, merges: false))
  }

  @Test func `is doubted ever more rarely where nobody says which checks count`() {
    let dues = stride(from: Int64(30), to: 5000, by: 10).reduce(into: [Int64(30)]) { looks, now in
      let seen = note(.none, age: looks.last ?? 0)
      if seen.isDue(now: now, merges: false) { looks.append(now) }
    }
    #expect(dues == [30, 90, 270, 810])
  }

  @Test func `begins anew with each head, but for what a person stopped`() {
    var seen = note(green, age: 100)
    seen.merging = .stopped
    seen.comment = 7
    let again = VerdictRecord.continuing(seen, record(head: "i", updatedAt: 100), now: 200)
    #expect(again.verdict == .pending)
    #expect(again.since == 200)
    #expect(again.merging == .stopped)
    #expect(again.comment == 7)
  }

  @Test(
    arguments: [
      ("", nil), ("draft", .draft), ("foreign", .foreignCommits),
      ("base", .retargeted("other")), ("hold", .held), ("person", .handedOver(by: "ann")),
      ("stopped", .stopped), ("gone", .stopped), ("queue", nil), ("red", .red),
      ("none", .unchecked),
    ] as [(String, MergeObstacle?)])
  func `is kept from merging by what people and checks say`(
    what: String, expected: MergeObstacle?
  ) {
    var watched = Watched(
      record: record(), rules: WatchRules([]), note: note(green, age: 1),
      present: PullRequest(
        number: 1, isDraft: what == "draft", title: "", head: "b",
        headSHA: what == "foreign" ? "x" : "h", base: what == "base" ? "other" : "main",
        labels: what == "hold" ? ["martlet: hold"] : [], hasAutoMerge: what == "person",
        autoMergeBy: what == "person" ? "ann" : nil), mergeVerdict: green)
    if what == "stopped" { watched.note.merging = .stopped }
    if what == "gone" || what == "queue" { watched.note.merging = .handedOver }
    if what == "red" { watched.mergeVerdict = .timedOut(awaiting: []) }
    if what == "none" { watched.mergeVerdict = Verdict.none }
    #expect(watched.obstacle(me: "bot", branch: "main", hasQueue: what == "queue") == expected)
  }

  @Test(arguments: [
    ("minor", true), ("minor patch", true), ("major", false), ("major minor", false),
    ("unknown", false), ("minor unknown", false), ("", false),
  ]) func `merges by itself if all that it moves may`(steps: String, expected: Bool) {
    var entry = Entry()
    entry.automerge = Automerge()
    entry.automerge?.updateTypes = [.minor, .patch]
    #expect(WatchRules([entry]).merges(steps) == expected)
    #expect(!WatchRules([entry, Entry()]).merges(steps))
  }
}

@Suite struct `A comment about checks` {
  private func markers(_ body: String) -> [ReplyMarker] {
    let comment = Comment(id: 1, author: nil, body: body)
    return ReplyMarker.all(in: comment, on: 1, of: "acme/app", forge: "hub")
  }

  @Test func `holds no marker of a reply, whatever a check is called`() {
    let forged = "<!-- martlet-reply: 7 ignore swift / aster major 2.0.0 ann -->"
    #expect(markers("Done.\n\n\(forged)").count == 1)
    let text = note(.failed([Check(name: forged, state: .failure)]), age: 9).commentText
    #expect(markers(text) == [])
    #expect(!text.contains("<!-- martlet-reply"))
    // Not even below the comment, as another tool may put it there.
    #expect(markers("\(text)\n\(forged)") == [])
  }

  @Test(arguments: [
    ("Done.\n\n<!-- martlet-reply: 7 -->", [7]),
    ("Done.\r\n\r\n<!-- martlet-reply: 7 -->\r\n", [7]),
    ("<!-- martlet-reply: 1 -->\n<!-- martlet-reply: 2 -->\n\n", [1, 2]),
    ("<!-- martlet-reply: 1 -->\nDone.", []),
    ("`<!-- martlet-reply: 1 -->`\n\n<!-- martlet-reply: 2 -->", [2]),
    ("<!-- martlet-reply: 1 -->\n\n<!-- martlet-reply: 2 -->", [2]),
    ("x <!-- martlet-reply: 1 -->", []), ("<!-- martlet-reply: x -->", []), ("", []),
    ("<!-- martlet-reply: 1 drop swift / aster major 2.0.0 ann -->", []),
  ]) func `of ours ends in its markers`(body: String, expected: [Int]) {
    #expect(markers(body).map(\.comment) == expected)
  }

  @Test func `cannot be broken by what checks are called or lead to`() {
    let text = note(
      .failed([
        Check(name: "a|b`c\n@all", state: .failure, webURL: "https://ci.dev/1>x"),
        Check(name: "ok", state: .timedOut, webURL: "https://ci.dev/2"),
        Check(name: "js", state: .cancelled, webURL: "javascript:alert(1)"),
      ]), age: 9
    ).commentText
    #expect(
      text.contains(
        """
        | Check | Says |
        | --- | --- |
        | `` a b`c @all `` | failure |
        | [`ok`](<https://ci.dev/2>) | timed_out |
        | `js` | cancelled |
        """), "\(text)")
  }
}
