import Forges
import Foundation
import Logging
import Store
import TestSupport
import Testing
import Time

@testable import Service

/// Creates the metrics of an instance.
private func metrics(
  _ instance: String = "a", requests: [Metrics.Requests] = [], now: ManualClock = ManualClock()
) -> Metrics {
  Metrics(
    startedAt: now.now - .seconds(90), version: "1", requests: { requests },
    forgeHosts: { ["api.hub.dev"] }, instance: instance, now: { now.now })
}

/// The samples of families that begin with a prefix.
private func samples(_ text: String, _ prefix: String) -> [String] {
  text.split(separator: "\n").filter { $0.hasPrefix(prefix) }.map(String.init)
}

extension StateStore {
  /// Saves a repository with a dependency that has advisories of these severities.
  fileprivate func affect(_ severities: [String?]) async throws {
    var seen = Observation(
      branch: "main", manifest: "package.json", name: "a", ecosystem: "npm", directory: "/",
      kind: "direct", purpose: "production", requirement: "", current: "1", latest: nil,
      state: .upToDate, reason: "", number: nil, seenAt: 1)
    seen.advisories = severities.enumerated().map { index, severity in
      ObservedAdvisory(
        id: "T-\(index)", aliases: [], severity: severity, summary: "", url: "", versions: ["1"])
    }
    try await observe([seen], manifests: ["package.json"], on: "main", of: "hub/acme/app")
    try await save(
      RepositoryRecord(repository: "hub/acme/app", defaultBranch: "main", visitedAt: 1))
  }
}

@Suite struct `The metrics of an instance` {
  @Test func `show the fleet once, by one of several instances`() async throws {
    let store = try await StateStore.inMemory()
    try await store.affect([])
    let clock = ManualClock()
    let (one, two) = (metrics("a", now: clock), metrics("b", now: clock))
    for _ in 1...2 {
      #expect(samples(try await one.text(store), "martlet_repositories ").count == 1)
      let other = try await two.text(store)
      #expect(samples(other, "martlet_repositories").isEmpty)
      #expect(samples(other, "martlet_queue").isEmpty)
      #expect(samples(other, "martlet_build_info").count == 1)
      clock.advance(by: .seconds(60))
    }
    // The first one is gone.
    clock.advance(by: .seconds(240))
    #expect(samples(try await two.text(store), "martlet_repositories ").count == 1)
    #expect(samples(try await one.text(store), "martlet_repositories ").isEmpty)
  }

  @Test func `count advisories by severity`() async throws {
    let store = try await StateStore.inMemory()
    try await store.affect(["high", "high", "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H", nil])
    let text = try await metrics().text(store)
    #expect(
      samples(text, "martlet_advisories") == [
        #"martlet_advisories{severity="critical"} 1"#, #"martlet_advisories{severity="high"} 2"#,
        #"martlet_advisories{severity="low"} 0"#, #"martlet_advisories{severity="moderate"} 0"#,
        #"martlet_advisories{severity="unknown"} 1"#,
      ])
  }

  @Test func `count failures of registries by host, without those of forges`() async throws {
    let text = try await metrics(requests: [
      .init(host: "npm.dev", outcome: "failed", count: 2),
      .init(host: "npm.dev", outcome: "unanswered", count: 3),
      .init(host: "npm.dev", outcome: "answered", count: 50),
      .init(host: "api.hub.dev", outcome: "failed", count: 7),
    ]).text(StateStore.inMemory())
    #expect(
      samples(text, "martlet_registry_failures_total")
        == [#"martlet_registry_failures_total{host="npm.dev"} 5"#])
  }

  @Test func `measure the time from a release to its pull request`() async throws {
    let all = metrics()
    var record = JobRecord(
      cancelled: Job(repository: "hub/acme/app", cause: .push, dueAt: 1, enqueuedAt: 1), from: 1,
      to: 2)
    record.releaseLags = [1_800, 7_200, 90 * 86_400 + 1]
    all.count(record)
    let text = try await all.text(StateStore.inMemory())
    let lines = samples(text, "martlet_release_lag_seconds")
    #expect(lines.first == #"martlet_release_lag_seconds_bucket{le="3600"} 1"#)
    #expect(lines.contains(#"martlet_release_lag_seconds_bucket{le="7776000"} 2"#))
    #expect(lines.last == "martlet_release_lag_seconds_count 3")
  }

  @Test func `of a run leave out the process, which the node exporter has itself`() async throws {
    let store = try await StateStore.inMemory()
    try await store.affect([])
    let text = try await metrics().textfile(store, problems: 3)
    #expect(samples(text, "process_").isEmpty)
    #expect(samples(text, "martlet_repositories ") == ["martlet_repositories 1"])
    #expect(samples(text, "martlet_run_problems") == ["martlet_run_problems 3"])
    #expect(samples(text, "martlet_run_duration") == ["martlet_run_duration_seconds 90"])
    #expect(samples(text, "martlet_run_finished") == ["martlet_run_finished_seconds 1700000000"])
  }
}

/// Prometheus' own tool, which Debian has in the package `prometheus`.
private let promtool: String? =
  ([ProcessInfo.processInfo.environment["MARTLET_PROMTOOL"]].compactMap(\.self)
  + ["/usr/bin/promtool", "/usr/local/bin/promtool"])
  .first { FileManager.default.isExecutableFile(atPath: $0) }

@Suite(.enabled(if: promtool != nil, "promtool isn't installed; Debian's package is prometheus"))
struct `Prometheus' own tool` {
  private static let root =
    #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined() + "/deploy"

  /// Runs the tool with a text as its input, and returns its status and what it printed.
  private func run(_ words: String..., input: String = "") async throws -> (Int32, String) {
    let files = FileManager.default
    let folder = files.temporaryDirectory.path + "/martlet-\(uniqueName())"
    try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? files.removeItem(atPath: folder) }
    try Data(input.utf8).write(to: URL(filePath: "\(folder)/in"))
    let command = #""$0" "$@" < in 2>&1"#
    let code = try await ChildProcess(
      ["/bin/sh", "-c", command, try #require(promtool)] + words, in: folder,
      output: "\(folder)/out"
    ).end()
    let out = try Data(contentsOf: URL(filePath: "\(folder)/out"))
    return (code, String(decoding: out, as: UTF8.self))
  }

  @Test func `accepts the alert rules, and they fire when they should`() async throws {
    for (verb, file) in [("check", "rules"), ("test", "tests")] {
      let (code, text) = try await run(
        verb, "rules", "\(Self.root)/prometheus/martlet.\(file).yml")
      #expect(code == 0, "\(text)")
    }
  }

  @Test func `accepts the metrics of the service and of a run`() async throws {
    let store = try await StateStore.inMemory()
    try await store.affect(["high"])
    for page in [
      try await metrics().text(store), try await metrics().textfile(store, problems: 0),
    ] {
      let (code, text) = try await run("check", "metrics", input: page)
      #expect(code == 0, "\(text)")
    }
  }

  @Test func `accepts every expression of the dashboard`() async throws {
    let data = try Data(contentsOf: URL(filePath: "\(Self.root)/grafana/martlet.json"))
    let expressions = String(decoding: data, as: UTF8.self)
      .matches(of: /"expr": "((?:[^"\\]|\\.)*)"/).map { String($0.output.1) }
    #expect(expressions.count > 20)
    let rules = expressions.enumerated().map { index, expression in
      "      - {record: 'x\(index)', expr: \"\(expression)\"}\n"
    }
    let (code, text) = try await run(
      "check", "rules", "in",
      input: "groups:\n  - name: dashboard\n    rules:\n" + rules.joined())
    #expect(code == 0, "\(text)")
  }
}

@Suite struct `The alert rules` {
  @Test func `are the same for Prometheus and for the chart`() throws {
    let root = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined() + "/deploy"
    let read = { (path: String) in
      String(decoding: try Data(contentsOf: URL(filePath: "\(root)/\(path)")), as: UTF8.self)
    }
    let chart = try read("helm/martlet/alerts.yaml").split(separator: "\n").map(String.init)
    let group = try read("prometheus/martlet.rules.yml").split(separator: "\n").dropFirst(4)
    #expect(group.map { String($0.dropFirst(6)) } == chart)
  }
}
