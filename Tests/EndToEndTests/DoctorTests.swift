import Foundation
import JSON
import TestSupport
import Testing

/// Returns the findings of `doctor` for a file, as status and subject.
private func doctor(_ config: String) async throws -> (code: Int32, found: [String: String]) {
  let folder = try Folder(["martlet.yml": config, "hub/.keep": "", "file": "no folder"])
  let text = config.replacingOccurrences(of: "HERE", with: folder.path)
  try text.write(toFile: folder.path + "/martlet.yml", atomically: true, encoding: .utf8)
  let outcome = try await Program.run("doctor", "--json", "--config", folder.path + "/martlet.yml")
  let checks = try outcome.document()["checks"]?.array ?? []
  let pairs = checks.compactMap { check -> (String, String)? in
    guard let subject = check["subject"]?.string, let status = check["status"]?.string else {
      return nil
    }
    return (subject, status)
  }
  // The worst finding of a subject counts.
  let order = ["ok", "warning", "failed"]
  let found = Dictionary(pairs) { left, right in
    (order.firstIndex(of: left) ?? 0) > (order.firstIndex(of: right) ?? 0) ? left : right
  }
  return (outcome.code, found)
}

@Suite struct `The doctor` {
  private let forges = """
    forges: [{name: hub, kind: local, url: "file://HERE/hub", repositories: ["*/*"]}]
    """

  @Test func `accepts a correct configuration`() async throws {
    let (code, found) = try await doctor(
      "state: sqlite:HERE/state.db\ncache: HERE/cache\n\(forges)\n")
    #expect(code == 0)
    #expect(found["state"] == "ok")
    #expect(found["cache"] == "ok")
    #expect(found["forge hub"] == "warning", "no repository is there yet")
  }

  @Test func `checks the rest if something is wrong`() async throws {
    let (code, found) = try await doctor(
      """
      state: sqlite:HERE/file/state.db
      cache: HERE/file/cache
      mirrors: [{from: "https://git.example.com/", to: "file://HERE/nowhere/"}]
      \(forges)
      """)
    #expect(code == 1)
    #expect(found["state"] == "failed")
    #expect(found["cache"] == "failed")
    #expect(found["forge hub"] == "warning")
    #expect(found["mirror of https://git.example.com/"] == "failed")
  }

  @Test(arguments: [("", "warning"), ("advisories: false\n", "ok")])
  func `warns that there are no security updates, unless that is meant`(
    setting: String, status: String
  ) async throws {
    let (_, found) = try await doctor(
      """
      state: sqlite:HERE/state.db
      cache: HERE/cache
      \(setting)mirrors: [{from: "https://registry.npmjs.org/", to: "file://HERE/hub/"}]
      \(forges)
      """)
    #expect(found["advisories"] == status)
  }

  @Test func `finds the file in a default place, unless another one is named`() async throws {
    let folder = try Folder([
      ".config/martlet/martlet.yml": "home: 1\n", "xdg/martlet/martlet.yml": "xdg: 1\n",
      "named.yml": "named: 1\n", "martlet.yml": "tree: 1\n",
    ])
    let environments: [([String: String], String)] = [
      ([:], "'home'"), (["XDG_CONFIG_HOME": folder.path + "/xdg"], "'xdg'"),
      (["MARTLET_CONFIG": folder.path + "/named.yml"], "'named'"),
    ]
    for (environment, key) in environments {
      let outcome = try await Program.run("doctor", in: folder.path, environment: environment)
      #expect(outcome.code == 2)
      #expect((outcome.out + outcome.error).contains(key), "\(outcome.out) \(outcome.error)")
    }
  }

  @Test func `requires a file`() async throws {
    #expect(try await Program.run("doctor").code == 2)
  }
}

/// `doctor` with a forge that refuses something.
@Suite(.needsFakeHost, .serialized) struct `The doctor at GitHub` {
  /// Returns the messages about the forge, and the exit code.
  private func doctor(
    _ scene: GitHubScene, faults: [[(String, Value)]] = []
  ) async throws -> (code: Int32, messages: [String]) {
    for fault in faults { try await scene.fake.control("faults", .object(Object(fault))) }
    let outcome = try await Program.run(
      ["doctor", "--json", "--config", "martlet.yml"], in: scene.folder.path,
      environment: ["TOKEN": "github_pat_fixed"])
    let checks = try outcome.document()["checks"]?.array ?? []
    let about = checks.filter { $0["subject"] == "forge hub" && $0["status"] != "warning" }
    return (
      outcome.code,
      about.map { "\($0["status"]?.string ?? ""): \($0["message"]?.string ?? "")" }
    )
  }

  @Test func `tries every write and changes nothing`() async throws {
    let scene = try await GitHubScene()
    let before = try await scene.fake.state("acme/app")["branches"]
    let (code, messages) = try await doctor(scene)
    #expect(code == 0, "\(messages)")
    #expect(messages.contains("ok: may push branches and open pull requests in acme/app"))
    let after = try await scene.fake.state("acme/app")
    #expect(after["branches"] == before)
    #expect(after["prs"] == [])
    #expect(try await scene.fake.violations().isEmpty)
  }

  @Test(arguments: [
    ("git/create-ref", "create branches"), ("git:git-receive-pack", "push to branches"),
    ("pulls/create", "open pull requests"),
  ])
  func `names the write that is refused`(operation: String, write: String) async throws {
    let scene = try await GitHubScene()
    let fault: [(String, Value)] = [
      ("op", .string(operation)), ("action", "status"), ("status", 403), ("times", 9),
      ("message", "Resource not accessible by personal access token"),
    ]
    let (code, messages) = try await doctor(scene, faults: [fault])
    #expect(code == 1)
    let expected = "failed: may not \(write) in acme/app"
    #expect(messages.contains { $0.hasPrefix(expected) }, "\(messages)")
  }

  @Test func `reports why a forge cannot be reached`() async throws {
    let scene = try await GitHubScene()
    try scene.folder.write(GitHubFiles.configuration("http://127.0.0.1:9"), to: "martlet.yml")
    let (code, messages) = try await doctor(scene)
    #expect(code == 1)
    #expect(
      messages.contains {
        $0.hasPrefix("failed: http://127.0.0.1:9 cannot be reached: the connection was refused (")
      },
      "\(messages)")
  }
}
