import Foundation
import HTTP
import JSON
import TestSupport
import Testing

/// The program is killed at each write of a pass that signs its commits; one more pass repairs
/// everything.
@Suite(
  .needsFakeHost, .slow, .serialized,
  .enabled(if: SigningScene.hasSSH, "needs ssh-keygen"))
struct `A kill while commits are signed` {
  private static let branch = "martlet/swift/aster"

  /// Creates a repository with an outdated library on a host, whose commits are signed.
  private func prepared(_ host: HostScene.Host) async throws -> HostScene {
    let scene = try await HostScene(host, "", protection: [:], file: "SigningCrashTests")
    try SigningScene.sign(scene.folder)
    return scene
  }

  private func writes(_ fake: FakeHost, since: Int) async throws -> [String] {
    let all = try await fake.control("requests?since=\(since)").array ?? []
    return all.filter { $0["mutating"]?.bool == true }.compactMap { $0["op"]?.string }
  }

  private func requests(_ fake: FakeHost) async throws -> Int {
    try await fake.control("requests").array?.count ?? 0
  }

  /// Runs martlet and kills it while the fake holds the reply to one of its writes.
  private func kill(
    _ fake: FakeHost, _ folder: Folder, _ token: String, at write: Int, _ action: String
  ) async throws {
    try await fake.control(
      "faults",
      ["mutating": true, "action": .string(action), "skip": .int(write), "seconds": 1])
    let child = try Program.start(
      ["run", "--config", "martlet.yml", "--log-level", "error"], in: folder.path,
      environment: ["TOKEN": token])
    try await eventually(every: .milliseconds(20)) {
      try await fake.control("faults").array?.first?["hits"] != 0
    }
    child.signal(SIGKILL)
    await child.end()
    try await fake.control("faults", method: .delete)
    // The fake has carried out the interrupted write by then, or never does.
    if action == "delay" { try await fake.settle() }
  }

  /// Expects that every commit on a branch of martlet has a signature that git accepts.
  private func expectSigned(_ fake: FakeHost, _ folder: Folder, _ step: String) async throws {
    let branches = try await fake.state("acme/app")["branches"]?.object?.members ?? []
    for branch in branches where branch.key.hasPrefix("martlet/") {
      let head = try #require(branch.value.string)
      #expect(
        try await SigningScene.isVerified(head, of: fake, folder),
        "\(step): \(SigningScene.errors(folder))")
    }
  }

  private func expectOne(_ fake: FakeHost, _ step: String) async throws {
    let state = try await fake.state("acme/app")
    let open = (state["prs"]?.array ?? []).filter { $0["state"] == "open" }
    #expect(open.count == 1 && state["prs"]?.array?.count == 1, "\(step)")
    #expect(
      state["branches"]?.object?.keys.sorted() == ["main", Self.branch], "\(step)")
    #expect(try await fake.violations().isEmpty, "\(step)")
  }

  @Test func `publishes nothing twice, loses nothing, and publishes nothing unsigned`() async throws
  {
    func prepared() async throws -> ChecksScene {
      let scene = try await ChecksScene(file: "SigningCrashTests github")
      try SigningScene.sign(scene.folder)
      return scene
    }
    let whole = try await prepared()
    let before = try await requests(whole.fake)
    try await whole.martlet("run")
    let writes = try await writes(whole.fake, since: before)
    #expect(writes.count > 1, "\(writes)")
    for (index, write) in writes.enumerated() {
      for action in ["delay", "delay_after"] {
        let scene = try await prepared()
        let step = "\(action) at \(write), the \(index). of \(writes)"
        try await kill(scene.fake, scene.folder, "github_pat_fixed", at: index, action)
        try await expectSigned(scene.fake, scene.folder, step)
        try await scene.martlet("run")
        try await expectOne(scene.fake, step)
        try await expectSigned(scene.fake, scene.folder, step)
        let settled = try await requests(scene.fake)
        try await scene.martlet("run")
        #expect(try await self.writes(scene.fake, since: settled) == [], "\(step)")
      }
    }
  }

  @Test func `does so where martlet pushes by git, too`() async throws {
    let whole = try await prepared(.gitea)
    let before = try await requests(whole.fake)
    try await whole.run()
    let writes = try await writes(whole.fake, since: before)
    #expect(writes.count > 1, "\(writes)")
    for (index, write) in writes.enumerated() {
      for action in ["delay", "delay_after"] {
        let scene = try await prepared(.gitea)
        let step = "\(action) at \(write), the \(index). of \(writes)"
        try await kill(scene.fake, scene.folder, "gitea_token_fixed", at: index, action)
        try await expectSigned(scene.fake, scene.folder, step)
        try await scene.run()
        try await expectOne(scene.fake, step)
        try await expectSigned(scene.fake, scene.folder, step)
        let settled = try await requests(scene.fake)
        try await scene.run()
        #expect(try await self.writes(scene.fake, since: settled) == [], "\(step)")
      }
    }
  }
}
