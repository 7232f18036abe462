import Foundation
import Libc
import TestSupport
import Testing

/// The users and machines with which the attempts are made.
enum Ground: CaseIterable {
  /// As the user of the tests.
  case usual
  /// As another user without privileges; only root can start a program as one.
  case unprivileged
  /// Without namespaces, as in many containers.
  case plain
  /// As another user without namespaces.
  case unprivilegedPlain

  var starter: [String] {
    switch self {
    case .usual, .plain: []
    case .unprivileged, .unprivilegedPlain:
      ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    }
  }

  var environment: [String: String] {
    switch self {
    case .usual, .unprivileged: [:]
    case .plain, .unprivilegedPlain: ["MARTLET_TEST_PLAIN": "1"]
    }
  }

  static var here: [Ground] {
    let isRoot = geteuid() == 0 && access("/usr/bin/setpriv", X_OK) == 0
    return allCases.filter { isRoot || $0.starter.isEmpty }
  }
}

/// Workers that try what they must not do, in the built program.
@Suite(.needsFakeHost, .serialized)
struct `A worker that was taken over` {
  private let bad = "acme/bad"

  /// Starts a service whose worker makes the attempts, and returns its log afterwards.
  private func attempt(on ground: Ground, victim: Folder) async throws -> String {
    let scene = try await ServeScene([bad, "acme/secret"], suite: "TakenOverTests")
    if !ground.starter.isEmpty {
      for path in [scene.folder.path, victim.path, victim.path + "/secret"] {
        #expect(chown(path, 65_534, 65_534) == 0)
      }
    }
    let environment = ground.environment.merging([
      "MARTLET_TEST_VISITS": "\(bad)=attack", "MARTLET_TEST_FILE": victim.path + "/secret",
    ]) { $1 }
    try scene.folder.write(SigningScene.key, to: "key")
    if !ground.starter.isEmpty { #expect(chown(scene.folder.path + "/key", 65_534, 65_534) == 0) }
    let daemon = try await scene.serve(
      more: SigningScene.lines(scene.folder), environment: environment, through: ground.starter)
    try await eventually { daemon.log.contains("visited repository=\(self.bad)") }
    #expect(await daemon.terminate() == 0)
    return daemon.log
  }

  @Test(arguments: Ground.here)
  func `reaches nothing outside of itself`(ground: Ground) async throws {
    let victim = try Folder(["secret": "of the user"])
    let log = try await attempt(on: ground, victim: victim)
    let attempts = log.split(separator: "\n").filter { $0.contains("an attempt ") }
    #expect(attempts.count == 60)
    for line in attempts { #expect(line.contains(" was refused: "), "\(line)") }
    #expect(try victim.read("secret") == "of the user")
  }
}
