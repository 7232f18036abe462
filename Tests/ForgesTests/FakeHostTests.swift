import FoundationEssentials
import JSON
import TestSupport
import Testing

/// Recorded conversations with the shared fakes, which check each message with the hosts' full
/// descriptions.
///
/// The fakes of the repository must send the same responses.
@Suite(.needsFakeHost, .serialized) struct `The fakes of hosts` {
  @Test(
    arguments: [
      ("github", "fakehub", nil), ("gitlab", "fakelab", nil), ("gitea", "faketea", nil),
      ("forgejo", "faketea", "forgejo"), ("bitbucket", "fakebucket", nil),
      ("azure", "fakeazure", nil),
    ])
  func `respond as recorded`(name: String, program: String, flavour: String?) async throws {
    let sources: [FakeHost.Source] =
      ["fakebucket", "fakeazure"].contains(program) ? [.repository] : [.repository, .shared]
    for source in sources where FakeHost.canStart(source) {
      let fake = try await FakeHost.fresh(program, flavour: flavour, from: source)
      #expect(try await differences(of: name, at: fake.url) == "", "\(source)")
      #expect(try await fake.control("violations")["server"]?.array?.isEmpty == true)
      #expect(try await fake.control("violations")["webhooks"]?.array?.isEmpty == true)
    }
  }

  /// Replays a conversation, and returns a line for each value that differs.
  private func differences(of conversation: String, at url: String) async throws -> String {
    let folder =
      #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined()
      + "/FakeHosts"
    let output = FileManager.default.temporaryDirectory.path + "/replay-\(uniqueName())"
    defer { try? FileManager.default.removeItem(atPath: output) }
    let replay = try ChildProcess(
      [
        "/usr/bin/env", "python3", "-B", "\(folder)/replay.py",
        "\(folder)/conversations/\(conversation).json", url,
      ], output: output)
    let code = await replay.end()
    let text = try String(contentsOfFile: output, encoding: .utf8)
    return text.isEmpty && code != 0 ? "replay.py exited with \(code)" : text
  }
}
