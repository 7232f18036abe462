import Foundation
import TestSupport
import Testing

/// Measures the door under attack and prints the figures; the bound needs an idle machine.
@Suite(
  .enabled(
    if: ProcessInfo.processInfo.environment["MARTLET_MEASURE"] != nil,
    "needs MARTLET_MEASURE and an idle machine"), .serialized, .timeLimit(.minutes(10)))
struct `The door under attack` {
  private static let forged =
    "X-Hub-Signature-256: sha256=\(String(repeating: "0", count: 64))\r\n"

  private func start() async throws -> (Folder, ChildProcess, port: Int) {
    let folder = try Folder([
      "martlet.yml": """
      state: sqlite:state.db
      cache: cache
      listen: 127.0.0.1:0
      forges:
        - name: hub
          kind: github
          url: "http://127.0.0.1:9"
          token: github_pat_fixed
          webhook-secret: hook-secret
          repositories: ["acme/*"]
      """
    ])
    let daemon = try Program.start(
      ["serve", "--config", "martlet.yml"], as: "daemon", in: folder.path)
    func port() throws -> Int? {
      let log = try folder.read("daemon.error")
      guard let range = log.firstRange(of: "at http://127.0.0.1:") else { return nil }
      return Int(log[range.upperBound...].prefix { $0.isNumber })
    }
    try await eventually { try port() != nil }
    return (folder, daemon, try #require(try port()))
  }

  @Test(arguments: ["quiet", "half lines", "unsigned bodies", "forged bodies", "all"])
  func `answers signed deliveries within two seconds`(attack: String) async throws {
    let (folder, daemon, port) = try await start()
    let flood = Flood(port: port)
    if ["half lines", "all"].contains(attack) { flood.holdHalfLines(1_100) }
    if ["unsigned bodies", "all"].contains(attack) { flood.holdBodies(256 << 20, signature: "") }
    if ["forged bodies", "all"].contains(attack) {
      flood.holdBodies(256 << 20, signature: Self.forged)
    }
    try await Task.sleep(for: .seconds(3))
    let times = await flood.deliver(300)
    flood.end()
    let answered = times.compactMap(\.self).sorted()
    let refused = times.count - answered.count
    let (median, late) = (answered.dropFirst(149).first, answered.dropFirst(296).first)
    print("door, \(attack): median \(median ?? -1) ms, 99 % \(late ?? -1) ms, refused \(refused)")
    #expect(refused == 0)
    #expect(late.map { $0 < 2_000 } == true)
    #expect(await daemon.terminate() == 0)
    withExtendedLifetime(folder) {}
  }
}
