import Foundation
import JSON
import TestSupport
import Testing

/// What `doctor` says of a file, as status and subject.
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
  // The worst of a subject's findings.
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

  @Test func `finds nothing wrong where nothing is`() async throws {
    let (code, found) = try await doctor(
      "state: sqlite:HERE/state.db\ncache: HERE/cache\n\(forges)\n")
    #expect(code == 0)
    #expect(found["state"] == "ok")
    #expect(found["cache"] == "ok")
    #expect(found["forge hub"] == "warning", "no repository is there yet")
  }

  @Test func `looks at the rest where something is wrong`() async throws {
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

  @Test func `asks for a file`() async throws {
    #expect(try await Program.run("doctor").code == 2)
  }
}
