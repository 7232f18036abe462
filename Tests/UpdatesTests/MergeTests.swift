import Configuration
import Ecosystem
import Forges
import Store
import Testing
import TestSupport
import Time
import Versioning

@testable import Updates

/// Candidates in one line: `1+` is green, `2?` has pending checks, `!` needs a rebuild.
private func actions(_ line: String, strict: Bool = false) -> [String] {
  var order = MergeOrder(isStrict: strict)
  return line.split(separator: " ").map { word in
    let number = Int(word.prefix { $0.isNumber }) ?? 0
    let action = order.action(
      of: .init(number: number, isGreen: word.contains("+"), needsRebuild: word.contains("!")))
    return switch action {
    case .merge: "merge"
    case .wait: "wait"
    case .rebuild: "rebuild"
    case .queue(let other): "behind \(other)"
    }
  }
}

@Suite struct `The merge order` {
  @Test(arguments: [
    ("1+ 2+ 3+", ["merge", "merge", "merge"]), ("1? 2+ 3?", ["wait", "merge", "wait"]),
    ("1+! 2+! 3+", ["rebuild", "behind 1", "merge"]),
    ("1? 2+! 3?!", ["wait", "behind 1", "behind 1"]), ("1?!", ["rebuild"]),
  ]) func `rebuilds one at a time`(line: String, expected: [String]) {
    #expect(actions(line) == expected)
  }

  @Test(arguments: [
    ("1+ 2+! 3+!", ["merge", "rebuild", "behind 2"]),
    ("1? 2+ 3+", ["wait", "behind 1", "behind 1"]),
    ("1+! 2+ 3?", ["rebuild", "behind 1", "behind 1"]),
  ]) func `keeps the order if the base is strict`(line: String, expected: [String]) {
    #expect(actions(line, strict: true) == expected)
  }
}

private func record(head: String = "h", updatedAt: Timestamp = 0) -> PullRequestRecord {
  var record = PullRequestRecord(
    key: "k", repository: "hub/acme/app", number: 1, branch: "b", head: head, base: "",
    digest: "", versions: [:], state: .open, updatedAt: updatedAt)
  record.imprint = "i"
  return record
}

private func status(_ verdict: Verdict, age: Duration, hasRequiredChecks: Bool = false)
  -> VerdictRecord
{
  var status = VerdictRecord.continuing(nil, record(), now: 0)
  status.update(
    to: verdict, hasRequiredChecks: hasRequiredChecks, timeout: 600, now: .epoch + age)
  return status
}

@Suite struct `A watched pull request` {
  private let green = Verdict.passed([Check(name: "build", state: .success)])

  @Test func `is read while time or a rerun may change its verdict`() {
    let red = Verdict.failed([Check(name: "build", state: .failure)])
    for verdict in [red, .pending(awaiting: ["build"]), .timedOut(awaiting: ["build"])] {
      #expect(status(verdict, age: 100).isDue(now: 101, merges: false))
    }
    #expect(!status(green, age: 100, hasRequiredChecks: true).isDue(now: 1000, merges: false))
    #expect(status(green, age: 100, hasRequiredChecks: true).isDue(now: 101, merges: true))
    var unconfirmed = status(green, age: 100, hasRequiredChecks: true)
    unconfirmed.needsCheck = true
    #expect(unconfirmed.isDue(now: 101, merges: false))
  }

  @Test func `is read ever more rarely if no checks are required`() {
    let dues = stride(from: 30, to: 5000, by: 10).reduce(into: [30]) { looks, now in
      let seen = status(.none, age: .seconds(looks.last ?? 0))
      if seen.isDue(now: .epoch + .seconds(now), merges: false) { looks.append(now) }
    }
    #expect(dues == [30, 90, 270, 810])
  }

  @Test func `is added to a queue again with another head, if the queue dropped it`() {
    var seen = status(green, age: 100)
    seen.merging = .dropped
    let same = VerdictRecord.continuing(seen, record(), now: 200)
    #expect(same.merging == .dropped)
    let again = VerdictRecord.continuing(seen, record(head: "i", updatedAt: 100), now: 200)
    #expect(again.merging == .unwanted)
  }

  @Test func `is reset for each head, except that a stopped merge stays stopped`() {
    var seen = status(green, age: 100)
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
      ("stopped", .stopped), ("dropped", .dropped), ("gone", .stopped), ("queue", nil),
      ("red", .red), ("none", .unchecked), ("old", .unproven),
    ] as [(String, MergeObstacle?)])
  func `has an obstacle to merging`(
    what: String, expected: MergeObstacle?
  ) {
    var watched = WatchedPullRequest(
      record: record(), rules: WatchRules([]), status: status(green, age: 1),
      current: PullRequest(
        number: 1, isDraft: what == "draft", title: "", head: "b",
        headSHA: what == "foreign" ? "x" : "h", base: what == "base" ? "other" : "main",
        labels: what == "hold" ? ["martlet: hold"] : [], hasAutoMerge: what == "person",
        autoMergeBy: what == "person" ? "ann" : nil), mergeVerdict: green)
    if what == "old" { watched.record.imprint = "" }
    if what == "stopped" { watched.status.merging = .stopped }
    if what == "dropped" { watched.status.merging = .dropped }
    if what == "gone" || what == "queue" { watched.status.merging = .handedOver }
    if what == "red" { watched.mergeVerdict = .timedOut(awaiting: []) }
    if what == "none" { watched.mergeVerdict = Verdict.none }
    #expect(watched.obstacle(me: "bot", branch: "main", hasQueue: what == "queue") == expected)
  }

  @Test(arguments: [
    ("minor", true), ("minor patch", true), ("major", false), ("major minor", false),
    ("unknown", false), ("minor unknown", false), ("", false),
  ]) func `is merged automatically if all of its updates may be`(steps: String, expected: Bool) {
    var entry = Entry()
    entry.automerge = Automerge()
    entry.automerge?.updateTypes = [.minor, .patch]
    #expect(WatchRules([entry]).merges(steps) == expected)
    #expect(!WatchRules([entry, Entry()]).merges(steps))
  }

  @Test(arguments: [
    ("patch", ""), ("major minor", "'automerge' does not include its major update"),
    (
      "major=aster|www.npmjs.com/package/aster",
      "'automerge' does not include its major update (aster)"
    ),
    ("unknown", "the step of one of its versions isn't known"),
    ("foreign-host", "it takes a package from a host of its own"),
  ])
  func `the reason against an automatic merge is stated`(steps: String, reason: String) {
    var automerge = Automerge()
    automerge.updateTypes = [.patch, .minor]
    var entry = Entry()
    entry.automerge = automerge
    #expect(WatchRules([entry]).reasonAgainstMerging(steps) == reason)
    #expect(WatchRules([Entry()]).reasonAgainstMerging(steps) == "")
  }

  @Test(arguments: [
    (UpdateKey.Subject.dependency("rack"), "shared"), (.dependency("thor"), "plain"),
    (.group("tools"), "plain"), (.group("others"), "shared"),
  ]) func `follows the entry that the dependency belongs to`(
    subject: UpdateKey.Subject, expected: String
  ) throws {
    var shared = Entry(title: TitleStyle(prefix: "shared"))
    shared.multiGroup = MultiGroup(name: "all", takes: { $0.name == "rack" })
    var plain = Entry(title: TitleStyle(prefix: "plain"))
    var tools = GroupRule()
    tools.name = "tools"
    plain.groups = [tools]
    var broken = Entry(title: TitleStyle(prefix: "broken"))
    broken.refusal = Problem(.usage, "is wrong")
    let key = UpdateKey(
      repository: "hub/acme/web", base: "main",
      scope: .directory(EcosystemID("npm"), "/"), subject: subject)
    let owners = [broken, shared, plain].owners(of: key)
    #expect(owners.map(\.title?.prefix) == [expected])
  }
}

@Suite struct `A comment about checks` {
  private func markers(_ body: String) -> [ReplyMarker] {
    let comment = Comment(id: 1, author: nil, body: body)
    return ReplyMarker.all(in: comment, on: 1, of: "hub/acme/app")
  }

  @Test func `contains no reply marker, whatever the names of checks are`() {
    let forged = "<!-- martlet-reply: 7 ignore swift / aster major 2.0.0 ann -->"
    #expect(markers("Done.\n\n\(forged)").count == 1)
    let text = status(.failed([Check(name: forged, state: .failure)]), age: 9).commentText()
    #expect(markers(text) == [])
    #expect(!text.contains("<!-- martlet-reply"))
    // Not below the comment either, where another tool may write it.
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

  @Test func `cannot be broken by names and URLs of checks`() {
    let text = status(
      .failed([
        Check(name: "a|b`c\n@all", state: .failure, webURL: "https://ci.dev/1>x"),
        Check(name: "ok", state: .timedOut, webURL: "https://ci.dev/2"),
        Check(name: "js", state: .cancelled, webURL: "javascript:alert(1)"),
      ]), age: 9
    ).commentText()
    #expect(
      text.contains(
        """
        | Check | Result |
        | --- | --- |
        | `` a b`c @all `` | failure |
        | [`ok`](<https://ci.dev/2>) | timed_out |
        | `js` | cancelled |
        """), "\(text)")
  }
}
