import Foundation
import Forges
import HTTP
import JSON
import Store
import TestSupport
import Testing
import Time

/// The commands that show and steer a fleet, with the whole program.
@Suite(.needsFakeHost, .serialized) struct `Operators' commands` {
  @Test func `show metrics, logs and dependencies after a run`() async throws {
    let scene = try await ChecksScene()
    let outcome = try await scene.martlet("run", "--metrics", "martlet.prom")
    #expect(outcome.code == 0)
    let metrics = try scene.folder.read("martlet.prom")
    #expect(metrics.contains("\nmartlet_repositories 1\n"))
    #expect(metrics.contains("\nmartlet_pull_requests{state=\"open\"} 1\n"))
    #expect(metrics.contains("\nmartlet_run_problems 0\n"))
    #expect(!metrics.contains("process_resident_memory_bytes"))

    let fleet = try await self.fleet(scene, "--format", "csv")
    #expect(
      fleet.out.contains("hub,acme/app,main,swift,/,Package.swift,aster,"), "\(fleet)")
    let bom = try await self.fleet(scene, "--format", "cyclonedx", "--repository", "acme/app")
    #expect(
      try bom.document()["components"]?[0]?["components"]?[0]?["name"]?.string == "aster")
    #expect(try await self.fleet(scene, "--package", "none").out.contains("no repository"))

    let dry = try await scene.martlet("run", "--dry-run", "--metrics", "x.prom")
    #expect(dry.code == 2)
  }

  @Test func `show no log of a visit that is older than a week, also without a service`()
    async throws
  {
    let scene = try await ChecksScene()
    try await scene.martlet("run")
    let store = try await StateStore.open(scene.folder.path + "/martlet.db")
    let ages: [(String, Duration)] = [("old", .days(8)), ("new", .days(6))]
    for (job, age) in ages {
      try await store.save(
        LoggedVisit(
          repository: "hub/acme/app", job: job, at: .now() - age, seconds: 1,
          outcome: "push, finished", lines: ["a"]))
    }
    await store.close()
    try await scene.martlet("run")
    let logs = try await Program.run(
      ["logs", "--repository", "acme/app", "--config", "martlet.yml"], in: scene.folder.path,
      environment: ["TOKEN": "github_pat_fixed"]
    ).out
    #expect(logs.contains("job=new") && !logs.contains("job=old"), "\(logs)")
  }

  /// Runs `martlet fleet`, which writes no log.
  private func fleet(_ scene: ChecksScene, _ words: String...) async throws -> Program.Outcome {
    try await Program.run(
      ["fleet"] + words + ["--config", "martlet.yml"], in: scene.folder.path,
      environment: ["TOKEN": "github_pat_fixed"])
  }

  @Test func `show what a visit has logged, by forge, repository and job`() async throws {
    let scene = try await ServeScene(suite: "OperateTests")
    try await scene.publish("1.1.0")
    let daemon = try await scene.serve()
    try await scene.push()
    try await eventually { try await scene.open().count == 1 }
    try await eventually { daemon.log.contains("visited repository=acme/app cause=push") }
    let line = try #require(
      daemon.log.split(separator: "\n").first { $0.contains("opened #1") }.map(String.init))
    let job = try #require(line.firstMatch(of: /forge=h.b job=([0-9a-z]+)/)?.output.1)
    let logs = try await scene.martlet("logs", "--repository", "acme/app")
    #expect(logs.code == 0)
    #expect(logs.out.contains("job=\(job)") && logs.out.contains("opened #1"), "\(logs.out)")
    #expect(try await scene.martlet("logs", "--repository", "acme/none").out.contains("no visit"))
    #expect(await daemon.terminate() == 0)
  }

  @Test func `pause, resume and visit a repository of the running service`() async throws {
    let scene = try await ServeScene(suite: "OperateTests")
    let daemon = try await scene.serve(
      more: "pages: {tokens: [{name: ann, token: an-operators-token, scope: operator}]}")
    try await eventually { daemon.log.contains("visited repository=acme/app") }
    let server = ["--server", "http://127.0.0.1:\(daemon.port ?? 0)"]
    func martlet(_ words: String...) async throws -> (Int32, String) {
      let outcome = try await scene.martlet(words + server)
      return (outcome.code, outcome.out + outcome.error)
    }
    #expect(try await martlet("pause", "acme/app") == (0, "acme/app: the repository is paused\n"))
    let refused = try await martlet("visit", "acme/app")
    #expect(refused.0 == 1 && refused.1.contains("paused; resume it first"))
    #expect(try await martlet("resume", "acme/app").0 == 0)
    #expect(try await martlet("visit", "acme/app").0 == 0)
    try await eventually { daemon.log.contains("visited repository=acme/app cause=person") }
    #expect(daemon.log.contains("an operator acted action=visit by=ann"))
    #expect(try await martlet("pause").0 == 2)
    let large = try await FakeHost.live.send(
      Request(
        .post, "\(server[1])/api/v1/actions/pause",
        headers: ["Authorization": "Bearer an-operators-token"],
        body: Array(repeating: UInt8(ascii: "x"), count: 70_000)))
    #expect(large.status == 413 && large.headers["Content-Type"] == "application/json")
    #expect(try Document(large.body, named: "error").root.value["error"]?["status"]?.int == 413)
    #expect(!daemon.log.contains("an-operators-token"))
    #expect(try await martlet("pause", "acme/app").0 == 0)
    #expect(await daemon.terminate() == 0)
    let run = try await scene.martlet("run", "--json")
    #expect(run.code == 0)
    let paused = try run.document()["paused"]?.array
    #expect(paused?.map { $0["repositories"] } == [["acme/app"]])
    let text = try await scene.martlet("run")
    let line = "hub: 1 repository is paused, and not visited ('martlet resume' ends that): "
    #expect(text.out.hasPrefix(line + "acme/app\n"), "\(text.out)")
  }
}

extension ServeScene {
  /// Runs a command with the operator's file.
  fileprivate func martlet(_ words: String...) async throws -> Program.Outcome {
    try await martlet(words)
  }

  fileprivate func martlet(_ words: [String]) async throws -> Program.Outcome {
    try await Program.run(
      words + ["--config", "martlet.yml"], in: folder.path,
      environment: ["TOKEN": "github_pat_fixed"])
  }
}
