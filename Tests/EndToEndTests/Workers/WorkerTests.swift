import Foundation
import Libc
import TestSupport
import Testing

/// Visits that misbehave in the built program, which debug builds can simulate.
@Suite(.needsFakeHost, .serialized)
struct `A visit that misbehaves` {
  private let bad = "acme/bad"
  private let good = "acme/good"

  private func scene() async throws -> ServeScene {
    try await ServeScene([bad, good], suite: "WorkerTests")
  }

  private func serve(
    _ scene: ServeScene, _ visits: String, more: String = ""
  ) async throws -> ServedDaemon {
    try await scene.serve(more: more, environment: ["MARTLET_TEST_VISITS": visits])
  }

  /// Waits until the visit to the bad repository has failed, while the good one was served.
  private func expectFailure(
    _ reason: String, _ scene: ServeScene, _ daemon: ServedDaemon
  ) async throws {
    try await eventually { daemon.log.contains("a visit failed: \(reason)") }
    try await eventually { daemon.log.contains("visited repository=\(good)") }
    try await eventually {
      try await daemon.text("/metrics").contains("martlet_worker_deaths_total{")
    }
    let page = try await daemon.text("/api/v1/repositories/hub/\(bad)")
    #expect(page.contains(reason), "\(page)")
    #expect(try await daemon.get("/healthz") == 200)
  }

  @Test func `that uses all memory is ended alone, and its reason is shown`() async throws {
    let scene = try await scene()
    let daemon = try await serve(
      scene, "\(bad)=eat", more: "limits: {memory: 256MiB}")
    try await expectFailure("used more than 256 MiB of memory (limits.memory)", scene, daemon)
    #expect(await daemon.terminate() == 0)
  }

  @Test func `of eight that use all memory together, all stay below the service's limit`()
    async throws
  {
    let bad = (0..<8).map { "acme/bad\($0)" }
    let good = (0..<3).map { "acme/good\($0)" }
    let scene = try await ServeScene(bad + good, suite: "WorkerTests")
    let daemon = try await serve(
      scene, bad.map { "\($0)=eat" }.joined(separator: ","),
      more: "limits: {memory-total: 640MiB, concurrency: 11}")
    var (parent, all) = (0, 0)
    let failure = "a visit failed: used more than 512 MiB of memory (limits.memory)"
    try await eventually(every: .milliseconds(10)) {
      let own = residentMemory(daemon.process.id)
      parent = max(parent, own)
      all = max(all, daemon.workers.reduce(own) { $0 + residentMemory($1) })
      return daemon.log.ranges(of: failure).count >= 8
    }
    #expect(daemon.log.contains("a visit starts again alone"))
    for name in good { #expect(daemon.log.contains("visited repository=\(name)")) }
    #expect(parent < 400 << 20, "\(parent >> 20) MiB")
    #expect(all < 1 << 30, "\(all >> 20) MiB")
    #expect(await daemon.terminate() == 0)
  }

  @Test func `that never ends is ended alone`() async throws {
    let scene = try await scene()
    let daemon = try await serve(scene, "\(bad)=spin", more: "limits: {cpu: 2s}")
    try await expectFailure("used more than 2 s of CPU time (limits.cpu)", scene, daemon)
    #expect(await daemon.terminate() == 0)
  }

  @Test(arguments: ["wait", "spin"])
  func `of a dozen that never end, gives its place to the repositories behind them`(
    how: String
  ) async throws {
    let bad = (0..<12).map { "acme/a-bad\($0)" }
    let scene = try await ServeScene(bad + [good], suite: "WorkerTests")
    let daemon = try await serve(
      scene, bad.map { "\($0)=\(how)" }.joined(separator: ","), more: "limits: {concurrency: 4}")
    try await eventually { daemon.log.contains("visited repository=\(good)") }
    #expect(daemon.log.contains("a long visit was stopped because other repositories wait"))
    let page = try await daemon.text("/api/v1/runs")
    #expect(page.contains("\"lane\": \"long\""), "\(page)")
    #expect(try await daemon.text("/metrics").contains("martlet_repositories_long "))
    #expect(await daemon.terminate() == 0)
  }

  @Test func `of a dozen that never end, gives its place to others in a run too`() async throws {
    let bad = (0..<6).map { "acme/a-bad\($0)" }
    let scene = try await ServeScene(bad + [good], suite: "WorkerTests")
    try scene.configure(more: "limits: {concurrency: 2, cpu: 40s}")
    try await scene.publish("1.1.0")
    let visits = bad.map { "\($0)=spin" }.joined(separator: ",")
    let run = try Program.start(
      ["run", "--config", "martlet.yml"], as: "run", in: scene.folder.path,
      environment: ["TOKEN": "github_pat_fixed", "MARTLET_TEST_VISITS": visits])
    try await eventually { try await scene.open(good) == ["Bump aster from 1.0.0 to 1.1.0"] }
    // The run would spend the CPU time of all others.
    #expect(kill(run.id, SIGKILL) == 0)
    _ = await run.end()
  }

  @Test func `that crashes is ended alone`() async throws {
    let scene = try await scene()
    let daemon = try await serve(scene, "\(bad)=die")
    try await expectFailure("its worker was ended by signal 6", scene, daemon)
    #expect(await daemon.terminate() == 0)
  }

  @Test func `that sends invalid messages to its parent is ended alone`() async throws {
    let scene = try await scene()
    let daemon = try await serve(scene, "\(bad)=babble")
    try await expectFailure("its worker broke the protocol", scene, daemon)
    #expect(await daemon.terminate() == 0)
  }

  @Test func `that ignores signals does not delay the end of the service`() async throws {
    let scene = try await scene()
    let daemon = try await serve(scene, "\(bad)=spin", more: "service: {drain: 1s}")
    try await eventually {
      !daemon.workers.isEmpty && daemon.log.contains("visited repository=\(good)")
    }
    #expect(try await daemon.get("/healthz") == 200)
    let begin = ContinuousClock.now
    #expect(await daemon.terminate() == 0)
    // Far below the time that a worker may run, also on a busy machine.
    #expect(ContinuousClock.now - begin < .seconds(60))
    #expect(daemon.log.contains("cancelled a visit repository=\(bad)"))
    #expect(daemon.workers == [])
  }

  @Test func `leaves no worker behind when the service is killed`() async throws {
    let scene = try await scene()
    let daemon = try await serve(scene, "\(bad)=spin")
    try await eventually { !daemon.workers.isEmpty }
    let workers = daemon.workers
    await daemon.kill()
    try await eventually { workers.allSatisfy { kill($0, 0) != 0 } }
  }

  @Test func `a killed worker fails only its visit`() async throws {
    let scene = try await scene()
    let daemon = try await serve(scene, "\(bad)=spin")
    try await eventually { daemon.log.contains("visited repository=\(good)") }
    for worker in daemon.workers { kill(worker, SIGKILL) }
    try await eventually {
      daemon.log.contains("a visit failed: its worker was ended by signal 9")
    }
    try await scene.publish("1.1.0")
    try await scene.push(good)
    try await eventually { try await scene.open(good) == ["Bump aster from 1.0.0 to 1.1.0"] }
    #expect(await daemon.terminate() == 0)
  }

  @Test func `workers have no access that they do not need`() async throws {
    let scene = try await scene()
    let daemon = try await serve(scene, "\(bad)=spin")
    try await eventually { !daemon.workers.isEmpty }
    let worker = try #require(daemon.workers.first)
    func status() throws -> String {
      try String(contentsOfFile: "/proc/\(worker)/status", encoding: .utf8)
    }
    // A worker confines itself after it is loaded; the filter is set last.
    try await eventually { try status().contains("Seccomp:\t2") }
    #expect(try status().contains("NoNewPrivs:\t1"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: "/proc/\(worker)/environ")).isEmpty)
    let words = try Data(contentsOf: URL(fileURLWithPath: "/proc/\(worker)/cmdline"))
    #expect(String(decoding: words, as: UTF8.self) == "martlet\0worker\0")
    let limits = try String(contentsOfFile: "/proc/\(worker)/limits", encoding: .utf8)
    #expect(limits.contains(#/Max core file size +0 +0/#))
    #expect(await daemon.terminate() == 0)
  }

  @Test(arguments: ["eat", "die"])
  func `is reported by a run, which visits the other repositories`(how: String) async throws {
    let scene = try await scene()
    try scene.configure(more: "limits: {memory: 256MiB}")
    try await scene.publish("1.1.0")
    let outcome = try await Program.run(
      ["run", "--config", "martlet.yml"], in: scene.folder.path,
      environment: ["TOKEN": "github_pat_fixed", "MARTLET_TEST_VISITS": "\(bad)=\(how)"])
    #expect(outcome.code == 1)
    let reason = how == "eat" ? "used more than 256 MiB of memory" : "ended by signal 6"
    #expect(outcome.out.contains(reason), "\(outcome.out)")
    #expect(try await scene.open(good) == ["Bump aster from 1.0.0 to 1.1.0"])
    #expect(try await scene.open(bad) == [])
  }
}

/// Reads the memory of a process that it doesn't share with others, in bytes; 0 if it has ended.
private func residentMemory(_ process: Int32) -> Int {
  let text = (try? String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8)) ?? ""
  let pages = text.split(separator: " ").compactMap { Int($0) }
  return pages.count > 2 ? (pages[1] - pages[2]) * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
}
