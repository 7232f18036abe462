import Foundation
import JSON
import Testing

/// Comments in the files of a local forge, which has reactions.
@Suite struct `On a pull request of files` {
  private func scene() async throws -> Birds {
    let birds = try await Birds()
    #expect(try await birds.martlet("run").out.contains("opened #1"))
    try birds.folder.write(
      #"{"permissions": {"ann": "write"}}"#, to: "forge/acme/app.pulls/settings.json")
    return birds
  }

  @Test func `a reaction acknowledges a command`() async throws {
    let birds = try await scene()
    try birds.say("@martlet rebase", on: 1, as: 7001)
    try birds.say("@martlet recreate", on: 1, as: 7002, by: "cy")
    try birds.say("@martlet dance", on: 1, as: 7003)
    #expect(try await birds.martlet("run").code == 0)
    #expect(try birds.signs(of: 7001, on: 1) == ["+1"])
    #expect(try birds.signs(of: 7002, on: 1) == [])
    #expect(try birds.signs(of: 7003, on: 1) == ["confused"])
    #expect(try birds.answers(on: 1).count == 1)
  }

  @Test func `a reaction is enough if the state is lost`() async throws {
    let birds = try await scene()
    try birds.say("@martlet rebase", on: 2, as: 7001)
    try birds.say("@martlet ignore this patch version", on: 1, as: 7002)
    #expect(try await birds.martlet("run").code == 0)
    let before = try birds.pullRequests()
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: birds.path("martlet.db" + suffix))
    }
    let out = try await birds.martlet("run").out
    #expect(out.contains("nest: 1.0.1 is ignored by a comment of @ann on #1"), "\(out)")
    #expect(try birds.pullRequests() == before)
    #expect(before[0]["state"] == "closed")
  }

  @Test func `an archived repository is skipped and reported once`() async throws {
    let birds = try await scene()
    try birds.edit(1) { $0["state"] = "closed" }
    try birds.folder.write(#"{"archived": true}"#, to: "forge/acme/app.pulls/settings.json")
    let outcome = try await birds.martlet("run")
    #expect(outcome.code == 0)
    #expect(outcome.out.split(separator: "\n").count { $0.contains("is archived") } == 1)
    #expect(try await birds.martlet("run", "--strict").code == 3)
  }

  @Test func `a dry run respects ignores in comments`() async throws {
    let birds = try await scene()
    try birds.say("@martlet ignore this dependency", on: 1, as: 7001)
    #expect(try await birds.martlet("run").code == 0)
    let out = try await birds.martlet("run", "--dry-run").out
    #expect(out.contains("nest: 1.0.1 is ignored by a comment of @ann on #1"), "\(out)")
  }
}

extension Birds {
  /// Writes a comment into the pull request's file, as a person with an editor does.
  fileprivate func say(
    _ words: String, on number: Int, as id: Int, by author: String = "ann"
  ) throws {
    let comment: [String: Any] = [
      "id": id, "author": author, "body": words, "createdAt": "2026-01-01T00:00:00Z",
    ]
    try edit(number) { record in
      record["comments"] = (record["comments"] as? [Any] ?? []) + [comment]
    }
  }

  fileprivate func edit(_ number: Int, _ change: (inout [String: Any]) -> Void) throws {
    let name = "forge/acme/app.pulls/\(number).json"
    var record =
      try JSONSerialization.jsonObject(with: Data(folder.read(name).utf8)) as? [String: Any] ?? [:]
    change(&record)
    try JSONSerialization.data(withJSONObject: record).write(to: URL(fileURLWithPath: path(name)))
  }

  private func comments(on number: Int) throws -> [Value] {
    try pullRequests().first { $0["number"] == .int(number) }?["comments"]?.array ?? []
  }

  fileprivate func signs(of id: Int, on number: Int) throws -> [String] {
    let comment = try comments(on: number).first { $0["id"] == .int(id) }
    return ["+1", "-1", "confused", "eyes"].filter { comment?["reactions"]?[$0] != nil }
  }

  fileprivate func answers(on number: Int) throws -> [String] {
    try comments(on: number).filter { $0["author"] == "martlet" }.compactMap { $0["body"]?.string }
  }
}
