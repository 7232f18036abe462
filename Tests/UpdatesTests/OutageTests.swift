import Ecosystem
import Store
import Testing

@Suite struct `A registry that does not answer` {
  @Test func `keeps the known version and shows its date`() async throws {
    let scene = try await Scene("", ["deps.txt": "a 1.0.0\nb 1.0.0\n"])
    scene.npm.publish("a", "1.0.0", "1.1.0")
    scene.npm.publish("b", "1.0.0")
    try await scene.run()
    let known = scene.now
    scene.npm.goDown()
    for _ in 1...2 {
      scene.wait(hours: 24)
      try await scene.run()
      let (a, b) = try await (scene.observations()[0], scene.observations()[1])
      #expect((a.state, a.latest, a.number, a.seenAt) == (.problem, "1.1.0", 1, known))
      #expect(a.reason == "does not answer; 1.1.0 was the newest version on 2027-01-15")
      #expect((b.state, b.latest, b.reason) == (.problem, nil, "does not answer"))
    }
    #expect(try await scene.open() == ["#1 Bump a from 1.0.0 to 1.1.0"])
    scene.npm.goDown(false)
    try await scene.run()
    let a = try await scene.observations()[0]
    #expect((a.state, a.latest, a.seenAt) == (.current, "1.1.0", scene.now))
  }

  @Test func `does not show a version that the dependency has already`() async throws {
    let scene = try await Scene("", ["deps.txt": "a 1.0.0\n"])
    scene.npm.publish("a", "1.0.0", "1.1.0")
    try await scene.run()
    scene.npm.goDown()
    try await scene.push(["deps.txt": "a 1.1.0\n"])
    try await scene.run()
    #expect(try await scene.observations().map(\.latest) == [nil])
  }

  @Test func `closes no pull request as impossible`() async throws {
    let scene = try await Scene("", ["deps.txt": "a 1.0.0\nb 1.0.0\n"])
    scene.npm.publish("a", "1.0.0", "1.1.0")
    scene.npm.publish("b", "1.0.0")
    try await scene.run()
    #expect(try await scene.open() == ["#1 Bump a from 1.0.0 to 1.1.0"])
    scene.npm.clash("a@1.1.0", "b@1.0.0")
    scene.npm.failCoupling(Problem(.failed, "does not answer", subject: "registry"))
    let lines = try await scene.run()
    #expect(lines.contains { $0.hasPrefix("a: does not answer") }, "\(lines)")
    #expect(try await scene.open() == ["#1 Bump a from 1.0.0 to 1.1.0"])
    scene.npm.failCoupling(nil)
    try await scene.run()
    #expect(try await scene.open() == [])
  }
}
