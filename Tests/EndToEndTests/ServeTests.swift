import Foundation
import HTTP
import JSON
import TestSupport
import Testing

/// The daemon with a fake GitHub, which the tests share.
@Suite(.needsFakeHost, .serialized)
struct `The daemon` {
  private let title = "Bump aster from 1.0.0 to 1.1.0"

  /// Waits for the end of the first visit to each repository.
  private func settled(
    _ scene: ServeScene, _ daemon: ServedDaemon, _ names: String...
  ) async throws {
    for name in names.isEmpty ? ["acme/app"] : names {
      try await eventually {
        daemon.log.contains("visited repository=\(name)")
      }
    }
  }

  @Test func `opens a pull request after a push, and ends in order`() async throws {
    let scene = try await ServeScene()
    let daemon = try await scene.serve()
    try await settled(scene, daemon)
    #expect(try await scene.open() == [])
    #expect(try await daemon.get("/healthz") == 200)
    #expect(try await daemon.get("/readyz") == 200)
    try await scene.publish("1.1.0")
    try await scene.push()
    try await eventually { try await scene.open() == [self.title] }
    #expect(await daemon.terminate() == 0)
    #expect(try await scene.fake.violations().isEmpty)
    let deliveries = try await scene.fake.control("deliveries").array ?? []
    #expect(!deliveries.isEmpty)
    #expect(deliveries.allSatisfy { $0["status_code"] == 202 })
  }

  @Test func `ignores forged, truncated, oversized and unknown deliveries`() async throws {
    let scene = try await ServeScene()
    let daemon = try await scene.serve()
    try await settled(scene, daemon)
    try await scene.publish("1.1.0")
    let before = try await scene.fake.control("requests").array?.count ?? 0
    let push =
      #"{"ref": "refs/heads/main", "repository": {"full_name": "acme/app", "default_branch": "main"}}"#
    #expect(try await daemon.deliver("push", push, signature: "sha256=00") == 401)
    #expect(try await daemon.deliver("push", String(push.dropLast(2))) == 400)
    #expect(try await daemon.deliver("push", String(repeating: " ", count: 26 << 20)) == 413)
    #expect(try await daemon.deliver("gollum", "{}") == 202)
    #expect(try await daemon.deliver("ping", "{}") == 202)
    #expect(
      try await daemon.deliver("push", push.replacing("acme/app", with: "eve/app")) == 202)
    try await scene.fake.control(
      "webhooks",
      [
        "url": .string("http://127.0.0.1:\(daemon.port ?? 0)/webhooks/hub"), "secret": "guessed",
        "events": ["*"],
      ])
    try await scene.push()
    try await eventually {
      let all = try await scene.fake.control("deliveries").array ?? []
      return all.contains { $0["status_code"] == 401 }
    }
    #expect(try await scene.open() == [])
    let after = try await scene.fake.control("requests").array ?? []
    #expect(after.dropFirst(before).allSatisfy { $0["path"]?.string?.contains("acme") != true })
    #expect(await daemon.terminate() == 0)
  }

  @Test func `opens one pull request after repeated and reordered deliveries`() async throws {
    let scene = try await ServeScene()
    let daemon = try await scene.serve()
    try await settled(scene, daemon)
    try await scene.publish("1.1.0")
    try await scene.fake.control(
      "webhooks",
      [
        "url": .string("http://127.0.0.1:\(daemon.port ?? 0)/webhooks/hub"),
        "secret": "hook-secret", "events": ["*"], "hold": true, "fault": ["duplicate": 2],
      ])
    for _ in 0..<3 { try await scene.push() }
    try await scene.fake.control("release-held", ["order": "reverse"])
    try await eventually { try await scene.open() == [self.title] }
    try await eventually {
      let all = try await scene.fake.control("deliveries").array ?? []
      return all.prefix(3).allSatisfy { $0["status_code"] == 202 }
    }
    #expect(await daemon.terminate() == 0)
    #expect(try await scene.open() == [title])
    #expect(try await scene.orphans() == [])
  }

  @Test func `finishes the visit of a killed daemon`() async throws {
    let scene = try await ServeScene()
    try await scene.publish("1.1.0")
    try await scene.fake.control(
      "faults", ["mutating": true, "action": "delay_after", "skip": 1, "seconds": 600])
    let daemon = try await scene.serve()
    try await eventually {
      let faults = try await scene.fake.control("faults").array ?? []
      return faults.contains { ($0["hits"]?.int ?? 0) > 0 }
    }
    await daemon.kill()
    try await scene.fake.control("faults", method: .delete)
    // The lease of the killed daemon has not expired, but its process has ended.
    let next = try await scene.serve(as: "next")
    try await eventually { try await scene.open() == [self.title] }
    try await settled(scene, next)
    #expect(await next.terminate() == 0)
    #expect(try await scene.open() == [title])
    #expect(try await scene.orphans() == [])
  }

  @Test func `ends in time during a visit and loses nothing`()
    async throws
  {
    let scene = try await ServeScene()
    try await scene.publish("1.1.0")
    try await scene.fake.control(
      "faults", ["mutating": true, "action": "delay_after", "seconds": 600])
    let daemon = try await scene.serve(more: "service: {drain: 1s}")
    try await eventually {
      let faults = try await scene.fake.control("faults").array ?? []
      return faults.contains { ($0["hits"]?.int ?? 0) > 0 }
    }
    daemon.process.signal(SIGTERM)
    try await eventually { daemon.log.contains("ending visits=1") }
    #expect(await daemon.process.end() == 0)
    #expect(daemon.log.contains("cancelled a visit"))
    try await scene.fake.control("faults", method: .delete)
    let next = try await scene.serve(as: "next")
    try await eventually { try await scene.open() == [self.title] }
    #expect(await next.terminate() == 0)
    #expect(try await scene.orphans() == [])
  }

  @Test func `reports and ignores a bad configuration, and uses a good one`() async throws {
    let scene = try await ServeScene(["acme/app", "acme/other"])
    let daemon = try await scene.serve(
      more: "limits: {ecosystems: [swift]}")
    try await settled(scene, daemon, "acme/app", "acme/other")
    try scene.configure(kind: "githubb")
    try await eventually { daemon.log.contains("martlet.yml:6:11: expected one of") }
    #expect(daemon.log.contains("the previous configuration stays in effect"))
    #expect(try await daemon.get("/readyz") == 200)
    try await scene.publish("1.1.0")
    try await scene.push("acme/other")
    try await eventually { try await scene.open("acme/other") == [self.title] }
    try scene.configure(more: "limits: {open-pull-requests: 0}")
    daemon.process.signal(SIGHUP)
    try await eventually { daemon.log.contains("reloaded the configuration") }
    try await scene.push("acme/app")
    try await eventually {
      daemon.log.contains("visited repository=acme/app cause=push")
    }
    #expect(try await scene.open("acme/app") == [])
    #expect(await daemon.terminate() == 0)
    #expect(!daemon.log.contains("hook-secret") && !daemon.log.contains("github_pat_fixed"))
  }

  @Test func `shows links of a forge that a reload adds`() async throws {
    let scene = try await ServeScene()
    try await scene.add("birds/app")
    let daemon = try await scene.serve()
    try await settled(scene, daemon)
    try scene.configure(
      forges: """
          - name: lab
            kind: github
            url: "\(scene.fake.url)"
            token: "${env:TOKEN}"
            webhook-secret: hook-secret
            repositories: [birds/app]
        """)
    daemon.process.signal(SIGHUP)
    try await settled(scene, daemon, "birds/app")
    let page = try await FakeHost.live.send(
      Request(.get, "http://127.0.0.1:\(daemon.port ?? 0)/repositories/lab/birds/app"))
    #expect(page.status == 200)
    let text = String(decoding: page.body, as: UTF8.self)
    #expect(text.contains("href=\"\(scene.fake.url)/birds/app\""), "\(text)")
    #expect(await daemon.terminate() == 0)
  }

  @Test func `serves other forges if one hangs`() async throws {
    let scene = try await ServeScene()
    let hole = try BlackHole()
    let daemon = try await scene.serve(
      forges: """
          - name: stuck
            kind: github
            url: "http://127.0.0.1:\(hole.port)"
            token: "${env:TOKEN}"
            repositories: [acme/a, acme/b, acme/c]
        """, more: "service: {drain: 1s}")
    try await settled(scene, daemon)
    try await scene.publish("1.1.0")
    try await scene.push()
    try await eventually { try await scene.open() == [self.title] }
    #expect(await daemon.terminate() == 0)
  }

  @Test(arguments: DatabaseKind.present)
  func `opens one pull request for each repository, beside another daemon and a run`(
    kind: DatabaseKind
  ) async throws {
    let names = (0..<6).map { "acme/app\($0)" }
    let state =
      switch kind {
      case .sqlite: "sqlite:martlet.db"
      case .postgres: try await PostgresServer.shared.value.fresh()
      }
    let scene = try await ServeScene(names, state: state)
    try await scene.publish("1.1.0")
    let one = try await scene.serve()
    let two = try ServedDaemon(scene, "two")
    let run = try await Program.run(
      ["run", "--config", "martlet.yml", "--log-level", "error"], in: scene.folder.path,
      environment: ["TOKEN": "github_pat_fixed"])
    #expect(run.code == 0, "\(run.out) \(run.error)")
    for name in names {
      try await eventually { try await scene.open(name) == [self.title] }
    }
    try await eventually { two.port != nil }
    #expect(await one.terminate() == 0)
    #expect(await two.terminate() == 0)
    for name in names {
      #expect(try await scene.open(name) == [title])
      #expect(try await scene.orphans(name) == [])
    }
    #expect(try await scene.fake.violations().isEmpty)
  }

  @Test func `requests failed deliveries again as an App`() async throws {
    let scene = try await ServeScene()
    let app = "app: {id: 4242, private-key: \"${file:\(scene.fake.data)/app.private-key.pem}\"}"
    try scene.configure(credential: app, more: "service: {redelivery: 1s}")
    let first = try ServedDaemon(scene, "first")
    try await settled(scene, first)
    let port = try #require(first.port)
    #expect(await first.terminate() == 0)
    try await scene.fake.control(
      "webhooks",
      [
        "url": .string("http://127.0.0.1:\(port)/webhooks/hub"), "secret": "hook-secret",
        "events": ["push"],
      ])
    try await scene.publish("1.1.0")
    try await scene.push()
    try await eventually {
      let all = try await scene.fake.control("deliveries").array ?? []
      return all.contains { $0["status"]?.string?.hasPrefix("failed") == true }
    }
    let next = try ServedDaemon(scene, "next", port: port)
    try await eventually { try await scene.open() == [self.title] }
    #expect(next.log.contains("requested the redelivery of failed webhooks forge=hub count="))
    #expect(await next.terminate() == 0)
    #expect(try await scene.fake.violations().isEmpty)
  }

  @Test func `finds changes without a webhook in its sweep`() async throws {
    let scene = try await ServeScene()
    let daemon = try await scene.serve(more: "service: {sweep: 2s}")
    try await settled(scene, daemon)
    try await scene.publish("1.1.0")
    try await scene.fake.control("webhooks", ["url": "http://127.0.0.1:9/", "secret": "x"])
    try await scene.push()
    try await eventually { try await scene.open() == [self.title] }
    #expect(daemon.log.contains("cause=schedule"))
    #expect(await daemon.terminate() == 0)
  }
}

@Suite struct `The daemon's errors` {
  @Test func `name a missing file, a bad address and one in use`() async throws {
    let missing = try await Program.run("serve")
    #expect(missing.code == 2)
    #expect(missing.error.contains("--config FILE is missing"))
    let folder = try Folder()
    try folder.write(
      """
      state: sqlite:martlet.db
      forges:
        - {name: here, kind: local, url: "file://\(folder.path)/forge", repositories: [acme/*]}

      """, to: "martlet.yml")
    let bad = try await Program.run(
      ["serve", "--config", "martlet.yml", "--listen", "nonsense"], in: folder.path)
    #expect(bad.code == 2)
    #expect(bad.error.contains("is not an address such as 127.0.0.1:8080"), "\(bad.error)")
    let hole = try BlackHole()
    let taken = try await Program.run(
      ["serve", "--config", "martlet.yml", "--listen", "127.0.0.1:\(hole.port)"],
      in: folder.path)
    #expect(taken.code == 1)
    #expect(taken.error.contains("Address already in use"), "\(taken.error)")
  }
}
