import Foundation
import JSON
import TestSupport
import Testing

/// A host that limits concurrent requests.
@Suite(.needsFakeHost, .serialized) struct `A limit of parallel requests` {
  @Test(arguments: [1, 3])
  func `slows a run down without ending it`(limit: Int) async throws {
    let names = (1...8).map { "acme/app\($0)" }
    let scene = try await ServeScene(names, suite: "ParallelLimit")
    try await scene.publish("1.1.0")
    try scene.configure()
    // Each request takes long enough for others to arrive.
    try await scene.fake.control(
      "faults", ["path": "/repos/", "action": "delay", "seconds": .number("0.05"), "times": 9999])
    try await scene.fake.control(
      "limits", ["concurrent": .int(limit), "concurrent_retry_after": 1])
    let outcome = try await Program.run(
      ["run", "--config", "martlet.yml", "--log-level", "error", "--json"],
      in: scene.folder.path, environment: ["TOKEN": "github_pat_fixed"])
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(try outcome.document()["left"] == [])
    for name in names {
      #expect(try await scene.open(name) == ["Bump aster from 1.0.0 to 1.1.0"])
    }
    let all = try await scene.fake.control("requests").array ?? []
    let refused = all.filter { $0["fault"] == "concurrent" }.count
    #expect((1..<40).contains(refused), "\(refused) of \(all.count)")
    #expect(try await scene.fake.violations().isEmpty)
  }
}
