import FoundationEssentials
import Synchronization
import Testing

@testable import Git

/// A git server without a network that accepts pushes, implemented by git.
private final class Server: Sendable {
  let folder: String
  private let asked = Mutex<[SmartTransport.Question]>([])
  /// An action before the next push is handled.
  let meanwhile = Mutex<(@Sendable () throws -> Void)?>(nil)

  init(_ folder: String) { self.folder = folder }

  var questions: [SmartTransport.Question] { asked.withLock { $0 } }

  var transport: SmartTransport {
    SmartTransport { question throws(GitError) in
      self.asked.withLock { $0.append(question) }
      do {
        return SmartTransport.Answer(
          status: 200, body: try self.answer(question), url: question.url)
      } catch { throw GitError(.other, subject: "server", detail: "\(error)") }
    }
  }

  private func answer(_ question: SmartTransport.Question) throws -> [UInt8] {
    guard let body = question.body else {
      let list = try Tool.run(
        ["upload-pack", "--stateless-rpc", "--http-backend-info-refs", folder],
        version: "version=2")
      return Array("001e# service=git-upload-pack\n0000".utf8) + list
    }
    if question.service == .uploadPack {
      return try Tool.run(
        ["upload-pack", "--stateless-rpc", folder], version: "version=2", input: body)
    }
    try meanwhile.withLock { action in
      try action?()
      action = nil
    }
    return try Tool.run(["receive-pack", "--stateless-rpc", folder], version: "", input: body)
  }
}

@Suite(.enabled(if: Tool.isInstalled, "needs git")) struct `The branch writer` {
  private let url = "https://git.dev/acme/web.git"

  private func writer(_ shop: borrowing Workshop, _ server: Server) throws -> BranchWriter {
    try BranchWriter(
      Remotes(
        Options(
          cache: "\(shop.path)/cache", transport: server.transport, allowsPrivate: { _ in true })),
      at: url)
  }

  private func draft(_ parent: String, _ text: String = "new") -> BranchWriter.Draft {
    BranchWriter.Draft(
      parent: parent,
      files: [
        "deep/er/b": (Array(text.utf8), 0o100644), "run.sh": (Array("#!".utf8), 0o100755),
        "c": nil,
      ], message: "Bump b\n", author: Git.Repository.somebody)
  }

  @Test func `a commit is built on a remote's and creates, moves and deletes a branch`()
    async throws
  {
    let shop = try Workshop()
    let origin = try shop.repository()
    try await Tool.git(["-C", origin.path, "config", "uploadpack.allowFilter", "true"])
    try origin.save(["a": "0"])
    let base = try origin.save(["a": "1", "c": "3", "deep/er/b": "2", "deep/d": "4"])
    let server = Server(origin.path)
    let writer = try writer(shop, server)
    let built = try #require(try await writer.build(draft(base)))
    #expect(try await writer.build(draft(base)) == built)
    // The commit, the root, two folders, two files.
    #expect(built.objects.count == 6)
    #expect(try await writer.move("x", from: nil, to: built) == .moved)
    #expect(try origin.reference("refs/heads/x") == built.sha)
    #expect(try origin.commit(built.sha).parents == [base])
    let tree = try origin.tree(of: built.sha)
    #expect(tree.map(\.path) == ["a", "deep/d", "deep/er/b", "run.sh"])
    #expect(tree.last?.mode == 0o100755)
    #expect(try origin.text("deep/er/b", at: built.sha) == "new")

    let other = try #require(try await writer.build(draft(base, "newer")))
    #expect(try await writer.move("x", from: built.sha, to: other) == .moved)
    #expect(try await writer.delete("x", at: other.sha) == .moved)
    #expect(try origin.reference("refs/heads/x") == nil)
  }

  @Test func `a commit that changes nothing is not built`() async throws {
    let shop = try Workshop()
    let origin = try shop.repository()
    let base = try origin.save(["a": "1"])
    let draft = BranchWriter.Draft(
      parent: base, files: ["a": (Array("1".utf8), 0o100644), "none": nil], message: "m",
      author: Git.Repository.somebody)
    #expect(try await writer(shop, Server(origin.path)).build(draft) == nil)
  }

  @Test(arguments: ["create", "move", "delete"])
  func `another person's push is not lost`(what: String) async throws {
    let shop = try Workshop()
    let origin = try shop.repository()
    let base = try origin.save(["a": "1", "c": "3"])
    if what != "create" {
      try origin.setReference("refs/heads/x", to: base, expecting: nil)
    }
    let theirs = try origin.save(["a": "by hand"], parent: base, message: "Fix")
    let server = Server(origin.path)
    let writer = try writer(shop, server)
    let built = try #require(try await writer.build(draft(base)))
    server.meanwhile.withLock { action in
      action = {
        try origin.setReference(
          "refs/heads/x", to: theirs, expecting: what == "create" ? nil : base)
      }
    }
    let outcome =
      what == "delete"
      ? try await writer.delete("x", at: base)
      : try await writer.move("x", from: what == "create" ? nil : base, to: built)
    guard case .refused = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(try origin.reference("refs/heads/x") == theirs)
  }

  @Test func `a branch is not deleted if the server lacks the expected commit`() async throws {
    let shop = try Workshop()
    let origin = try shop.repository()
    let theirs = try origin.save(["a": "1"], on: "x")
    let writer = try writer(shop, Server(origin.path))
    #expect(try await writer.delete("x", at: String(repeating: "1", count: 40)) != .moved)
    #expect(try origin.reference("refs/heads/x") == theirs)
  }

  @Test func `a second push is refused and changes nothing`() async throws {
    let shop = try Workshop()
    let origin = try shop.repository()
    let base = try origin.save(["c": "3"])
    let writer = try writer(shop, Server(origin.path))
    let built = try #require(try await writer.build(draft(base)))
    #expect(try await writer.move("x", from: nil, to: built) == .moved)
    #expect(try await writer.move("x", from: nil, to: built) != .moved)
    #expect(try origin.reference("refs/heads/x") == built.sha)
  }

  @Test func `a refusal has the words of the server's hook`() async throws {
    let shop = try Workshop()
    let origin = try shop.repository()
    let base = try origin.save(["c": "3"])
    let hook = "\(origin.path)/hooks/update"
    try FileManager.default.createDirectory(
      atPath: "\(origin.path)/hooks", withIntermediateDirectories: true)
    let script = """
      #!/bin/sh
      echo "========" >&2
      echo "GitLab: Commit message does not match '^JIRA'" >&2
      exit 1

      """
    try script.write(toFile: hook, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: hook)
    let writer = try writer(shop, Server(origin.path))
    let built = try #require(try await writer.build(draft(base)))
    #expect(
      try await writer.move("x", from: nil, to: built)
        == .refused("hook declined: GitLab: Commit message does not match '^JIRA'"))
    #expect(try origin.reference("refs/heads/x") == nil)
  }

  /// The report of a server that sends each packet on a channel.
  private func onChannels(_ report: [String], _ messages: String) -> [UInt8] {
    let inner = Packet.message(report.map(Packet.line) + [.flush])
    return Packet.message([
      .data([2] + Array(messages.utf8)), .data([1] + inner), .data([1]), .flush,
    ])
  }

  @Test(arguments: [
    ("ok refs/heads/x", "remote: done", nil), ("ng refs/heads/x no", "", "no"),
    ("ng refs/heads/x no", "\u{1B}[1mRule 7\r\n=====\n  forbids it\n", "no: [1mRule 7 forbids it"),
  ])
  func `a report is read beside the messages of hooks`(
    line: String, messages: String, expected: String?
  ) throws {
    let update = RefUpdate("refs/heads/x", from: nil, to: String(repeating: "1", count: 40))
    let body = onChannels(["unpack ok", line], messages)
    #expect(try update.refusal(in: body, subject: "here") == expected)
  }

  @Test func `a fatal error of a server is quoted`() {
    let update = RefUpdate("refs/heads/x", from: nil, to: String(repeating: "1", count: 40))
    let body = Packet.message([.data([3] + Array("disk full\n".utf8)), .flush])
    let error = #expect(throws: GitError.self) { try update.refusal(in: body, subject: "here") }
    #expect(error?.code == .invalid && error?.detail == "disk full")
  }

  @Test(arguments: ["", "<html>", "0000", "000eunpack ok\n0000", "0010unpack nope\n0000"])
  func `a response without a report about the branch is an error or a refusal`(text: String) {
    let update = RefUpdate("refs/heads/x", from: nil, to: String(repeating: "1", count: 40))
    do throws(GitError) {
      let refusal = try update.refusal(in: Array(text.utf8), subject: "here")
      #expect(refusal == "unpack nope")
    } catch {
      #expect(error.code == .invalid)
    }
  }

  @Test func `a remote without HTTP is refused`() throws {
    let shop = try Workshop()
    let options = Options(cache: "\(shop.path)/cache", transport: nil)
    let code = failure { () throws(GitError) in try BranchWriter(Remotes(options), at: url) }
    #expect(code == .invalid)
  }
}
