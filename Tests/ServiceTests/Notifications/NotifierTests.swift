import Configuration
import Forges
import HTTP
import Logging
import Store
import TestSupport
import Testing
import Time

@testable import Service

/// A state with facts, and a notifier that sends to one Slack webhook.
///
///     let stage = try await NotifierStage(.success(Response(status: 200)))
///     try await stage.fail(7)
///     try await stage.sendAll()
///     #expect(stage.sent == 1)
struct NotifierStage {
  let store: StateStore
  let clock = ManualClock()
  let wire: ScriptedClient
  let log = Watched<[Logging.Entry]>([])
  var settings = NotificationSettings()

  init(_ outcomes: Result<Response, HTTPError>...) async throws {
    store = try await StateStore.inMemory()
    wire = ScriptedClient(numbered: { request, number throws(HTTPError) in
      try outcomes[min(number, outcomes.count - 1)].get()
    })
    settings.kind = .slack
    settings.name = "team"
    settings.url = Secret("https://hooks.dev/T0/secret-path")
  }

  /// Records that the checks of a pull request failed.
  func fail(_ number: Int, in repository: RepositoryID = "hub/acme/app") async throws {
    try await note(
      Fact(.red, "\(number)", at: clock.now, number: number, summary: "checks failed"), repository)
  }

  func note(_ fact: Fact, _ repository: RepositoryID = "hub/acme/app") async throws {
    try await store.save(
      VerdictRecord(
        key: fact.subject, repository: repository, number: fact.number ?? 0, head: "h", since: 1),
      noting: [fact])
  }

  var notifier: Notifier {
    let log = Logger(now: { .epoch }, sink: { [log] entry in log.update { $0.append(entry) } })
    let setup = Notifier.Setup(
      targets: [NotificationTarget(settings) { _ in .utc }],
      sender: NotificationSender(client: wire.client) { _, _ throws(HTTPError) in
        throw HTTPError(.unreachable, url: "", detail: "550 no such user")
      }, websites: ["hub": ForgeWebsite("https://hub.dev")])
    return Notifier(store: store, clock: clock.clock, log: log) { setup }
  }

  func sendAll(after seconds: Int64 = 0) async throws {
    clock.advance(by: .seconds(seconds))
    try await notifier.sendAll()
  }

  /// The number of requests.
  var sent: Int { wire.requests.count }

  /// The bodies of all requests.
  var bodies: [String] {
    wire.requests.map { String(decoding: $0.body ?? [], as: UTF8.self) }
  }

  /// The lines of the log: `message: reason`.
  var lines: [String] {
    log.value.map { entry in
      "\(entry.message): \(entry.fields.first { $0.name == "reason" }?.value ?? "")"
    }
  }
}

@Suite struct `A notifier` {
  private static let accepted = Result<Response, HTTPError>.success(Response(status: 200))
  private static let broken = Result<Response, HTTPError>.success(Response(status: 500))

  @Test func `sends one message about what happened, once`() async throws {
    let stage = try await NotifierStage(Self.accepted)
    try await stage.fail(7)
    try await stage.fail(3, in: "hub/acme/web")
    for _ in 1...3 { try await stage.sendAll(after: 1_000) }
    #expect(stage.sent == 1)
    #expect(stage.wire.requests[0].url == "https://hooks.dev/T0/secret-path")
    #expect(
      stage.bodies == [
        #"{"text":"*martlet: 2 events in 2 repositories*\n<https://hub.dev/acme/app/pull/7|acme/app #7>: checks failed\n"#
          + #"<https://hub.dev/acme/web/pull/3|acme/web #3>: checks failed","unfurl_links":false}"#
      ])
    #expect(stage.lines == [])
  }

  @Test func `sends to a channel about the repositories that choose it`() async throws {
    var stage = try await NotifierStage(Self.accepted)
    stage.settings.isOptIn = true
    for (name, channels) in [("app", "team:red:low"), ("web", "")] {
      var record = RepositoryRecord(
        repository: RepositoryID(forge: "hub", name: try #require(RepositoryName("acme/\(name)"))),
        defaultBranch: "main", visitedAt: 5)
      record.channels = channels
      try await stage.store.save(record)
      #expect(try await stage.store.record(of: record.repository) == record)
      try await stage.fail(7, in: record.repository)
    }
    try await stage.sendAll(after: 1_000)
    #expect(stage.sent == 1)
    #expect(stage.bodies[0].contains("acme/app") && !stage.bodies[0].contains("acme/web"))
  }

  @Test func `sends a message that was not accepted again, with the same content`() async throws {
    let stage = try await NotifierStage(
      .failure(HTTPError(.unreachable, url: "https://hooks.dev/T0/secret-path")), Self.broken,
      Self.accepted)
    try await stage.fail(7)
    try await stage.sendAll()
    try await stage.sendAll(after: 30)
    #expect(stage.sent == 1)
    try await stage.sendAll(after: 60)
    try await stage.sendAll(after: 140)
    try await stage.sendAll(after: 9_999)
    #expect(stage.sent == 3)
    #expect(Set(stage.bodies).count == 1)
    #expect(
      stage.lines == [
        "a message was not delivered: the connection failed",
        "a message was not delivered: status 500",
      ])
    #expect(!"\(stage.log.value)".contains("secret-path"))
  }

  @Test func `gives a message up after twelve attempts, and says so`() async throws {
    let stage = try await NotifierStage(Self.broken)
    try await stage.fail(7)
    let notifier = stage.notifier
    for _ in 1...20 {
      try await notifier.sendAll()
      stage.clock.advance(by: .seconds(7 * 3_600))
    }
    #expect(stage.sent == 12)
    #expect(stage.lines.last == "a message could not be delivered: status 500")
    #expect(try await stage.store.outboxTotals() == OutboxTotals(waiting: 0, failed: 1))
    #expect(
      notifier.counts == [
        .init(target: "team", outcome: "failed"): 11, .init(target: "team", outcome: "given-up"): 1,
      ])
  }

  @Test func `waits as long as the target asks for`() async throws {
    let stage = try await NotifierStage(
      .success(Response(status: 429, headers: ["Retry-After": "600"])), Self.accepted)
    try await stage.fail(7)
    try await stage.sendAll()
    try await stage.sendAll(after: 599)
    #expect(stage.sent == 1)
    try await stage.sendAll(after: 1)
    #expect(stage.sent == 2)
  }

  @Test func `continues after it was killed at any write, without losing or repeating a message`()
    async throws
  {
    let stage = try await NotifierStage(Self.accepted)
    try await stage.fail(7)
    // Killed after the facts were planned.
    let now = stage.clock.now
    let target = NotificationTarget(stage.settings) { _ in .utc }
    try await stage.store.planMessages(for: [target.planned(now: now)], now: now)
    // Killed after a message was claimed, before it was sent.
    let claimed = try await stage.store.claimMessage(
      to: [target.id], now: now, lease: Notifier.lease)
    #expect(claimed != nil)
    try await stage.sendAll()
    #expect(stage.sent == 0, "another instance may be sending it")
    try await stage.sendAll(after: 120)
    #expect(stage.sent == 1)
    try await stage.sendAll(after: 9_999)
    #expect(stage.sent == 1)
  }

  @Test func `repeats a message with its identifier if its success wasn't recorded`() async throws {
    var stage = try await NotifierStage(Self.accepted)
    stage.settings.kind = .webhook
    try await stage.fail(7)
    let now = stage.clock.now
    let target = NotificationTarget(stage.settings) { _ in .utc }
    try await stage.store.planMessages(for: [target.planned(now: now)], now: now)
    let message = try #require(
      await stage.store.claimMessage(to: [target.id], now: now, lease: Notifier.lease))
    _ = await NotificationSender(client: stage.wire.client) { _, _ throws(HTTPError) in }
      .send(message, to: target, ForgeLinks([:]), now: now)
    // Killed here: the target has accepted it, and the state doesn't know.
    try await stage.sendAll(after: 121)
    #expect(stage.sent == 2)
    #expect(Set(stage.wire.requests.map { $0.headers["X-Martlet-Delivery"] }) == [message.id])
  }

  @Test func `reports what a mail server says`() async throws {
    var stage = try await NotifierStage(Self.accepted)
    stage.settings.kind = .mail
    stage.settings.mail.from = "martlet@acme.dev"
    try await stage.fail(7)
    try await stage.sendAll()
    #expect(
      stage.lines == ["a message was not delivered: the connection failed (550 no such user)"])
  }
}

@Suite struct `A target of messages` {
  private func target(_ change: (inout NotificationSettings) -> Void) -> NotificationTarget {
    var settings = NotificationSettings()
    settings.url = Secret("https://hooks.dev/x")
    change(&settings)
    return NotificationTarget(settings) { _ in .utc }
  }

  private func news(
    _ kind: Fact.Kind, _ severity: AdvisorySeverity? = nil, in repository: RepositoryID
  ) -> RepositoryFact {
    RepositoryFact(
      repository: repository,
      fact: Fact(kind, "s", at: 1, summary: "", severity: severity))
  }

  @Test func `gets its events, severities and repositories`() {
    let some = target {
      $0.events = [.red, .security]
      $0.severity = .high
      $0.repositories = [RepositoryPattern("acme/*"), RepositoryPattern("!acme/attic")]
        .compactMap(\.self)
    }
    let app: RepositoryID = "hub/acme/app"
    #expect(some.accepts(news(.red, in: app)))
    #expect(!some.accepts(news(.merged, in: app)))
    #expect(!some.accepts(news(.security, .moderate, in: app)))
    for severity in [AdvisorySeverity.high, .critical, .unknown] {
      #expect(some.accepts(news(.security, severity, in: app)))
    }
    #expect(!some.accepts(news(.red, in: "hub/acme/attic")))
    #expect(!some.accepts(news(.red, in: "hub/other/app")))
    let all = target { _ in }
    for kind in Fact.Kind.allCases { #expect(all.accepts(news(kind, in: "hub/other/app"))) }
  }

  @Test func `that repositories choose gets the events that they chose`() {
    let team = target {
      $0.name = "team"
      $0.isOptIn = true
      $0.events = [.red, .merged, .security]
    }
    var red = news(.red, in: "hub/acme/app")
    #expect(!team.accepts(red))
    red.channels = "other:red:low"
    #expect(!team.accepts(red))
    red.channels = "other:merged:low team:red,security,waiting:high"
    #expect(team.accepts(red))
    var others = [news(.merged, in: "hub/acme/app"), news(.waiting, in: "hub/acme/app")]
    others.append(news(.security, .moderate, in: "hub/acme/app"))
    for var one in others {
      one.channels = red.channels
      #expect(!team.accepts(one), "\(one.fact.kind)")
    }
  }

  @Test func `is named in the state without its address`() {
    #expect(target { $0.name = "team" }.id == "team")
    let id = target { $0.kind = .discord }.id
    #expect(id.hasPrefix("discord-") && id.count == 20 && !id.contains("hooks"))
  }

  @Test(
    arguments: [
      ("20:00", "07:00", "21:30", "07:00"), ("20:00", "07:00", "06:59", "07:00"),
      ("20:00", "07:00", "07:00", nil), ("12:00", "13:00", "12:00", "13:00"),
      ("12:00", "13:00", "11:59", nil),
    ] as [(String, String, String, String?)])
  func `gets no message in quiet hours`(
    from: String, to: String, now: String, expected: String?
  ) throws {
    let quiet = target { settings in
      var hours = QuietHours()
      hours.from = TimeOfDay(from) ?? .midnight
      hours.to = TimeOfDay(to) ?? .midnight
      settings.quietHours = hours
    }
    let time = try #require(Timestamp(rfc3339: "2026-11-26T\(now):30Z"))
    let due = quiet.dueAt(now: time)
    guard let expected else {
      #expect(due == time)
      return
    }
    let day = expected < now ? "27" : "26"
    #expect(due.rfc3339Seconds == "2026-11-\(day)T\(expected):00Z")
  }

  @Test func `gets a digest at its time, after quiet hours`() throws {
    let digest = target { settings in
      settings.digest = Schedule(.weekly)
      settings.digest?.time = TimeOfDay("06:00")
      var hours = QuietHours()
      hours.to = TimeOfDay("08:00") ?? .midnight
      settings.quietHours = hours
    }
    let thursday = try #require(Timestamp(rfc3339: "2026-11-26T12:00:00Z"))
    #expect(digest.dueAt(now: thursday).rfc3339Seconds == "2026-11-30T08:00:00Z")
  }
}
