import Git
import HTTP
import JSON
import Logging
import TestSupport
import Testing

@testable import Forges

/// Commits that are signed by the operator's key on their way to GitHub.
@Suite struct `Signed commits on GitHub` {
  private let parent = String(repeating: "a", count: 40)
  private let tree = String(repeating: "b", count: 40)

  /// Creates a signed commit on a GitHub that answers with a payload.
  private func commit(
    payload: String?, author: Author? = nil, user: String = #"{"login": "bot", "id": 7}"#
  ) async throws -> (requests: [Request], result: Result<Forges.Commit, ForgeError>) {
    let (parent, tree) = (parent, tree)
    let answer = #"{"sha": "c", "tree": {"sha": "\#(tree)"}, "verification": {"payload": PAYLOAD}}"#
    let script = GitHubScript { request, _ in
      if request.url.hasSuffix("/user") { return scripted(200, user) }
      if request.url.hasSuffix("/git/trees") { return scripted(201, #"{"sha": "\#(tree)"}"#) }
      if request.method == .post {
        let text = payload.map { Value.string($0).text(.compact) } ?? "null"
        return scripted(201, answer.replacing("PAYLOAD", with: text))
      }
      return scripted(200, #"{"sha": "\#(parent)", "tree": {"sha": "\#(parent)"}}"#)
    }
    let signer = CommitSigner(author: author) { commit, _ throws(ForgeError) in
      "signature of \(commit.bytes.count) bytes\n"
    }
    let client = HTTP.Client { request throws(HTTPError) in try script.send(request) }
    let forge = try #require(
      GitHubForge(
        name: "hub", url: "https://github.com", as: .token(Secret("t")), by: client,
        pacing: HostPacing(pace: .zero, now: { 1_800_000_000 }, sleep: { _ in }), signer: signer))
    let name = try #require(RepositoryName("acme/app"))
    let proposal = CommitProposal(
      parent: parent, changes: ["a": .write(Array("1".utf8), mode: .regular)], message: "Bump a")
    do throws(ForgeError) {
      let made = try await forge.commit(proposal, in: name)
      return (script.requests, .success(made))
    } catch {
      return (script.requests, .failure(error))
    }
  }

  private func body(_ requests: [Request]) throws -> Value {
    let last = try #require(
      requests.last { $0.url.hasSuffix("/git/commits") && $0.method == .post })
    return try Document(last.body ?? [], named: "body").root.value
  }

  private var text: String {
    let person = "bot <7+bot@users.noreply.github.com> 1800000000 +0000"
    return "tree \(tree)\nparent \(parent)\nauthor \(person)\ncommitter \(person)\n\nBump a"
  }

  @Test func `have author, committer and time that were signed`() async throws {
    let (requests, _) = try await commit(payload: text)
    let body = try body(requests)
    for person in ["author", "committer"] {
      #expect(body[person]?["name"] == "bot")
      #expect(body[person]?["email"] == "7+bot@users.noreply.github.com")
      #expect(body[person]?["date"] == "2027-01-15T08:00:00Z")
    }
    #expect(body["signature"] == .string("signature of \(text.utf8.count) bytes\n"))
  }

  @Test func `have the address of the key's account, or the public one`() async throws {
    let named = try await commit(
      payload: nil, author: Author(name: "Martlet", email: "martlet@acme.dev"))
    #expect(try body(named.requests)["committer"]?["email"] == "martlet@acme.dev")
    #expect(!named.requests.contains { $0.url.hasSuffix("/user") })
    let open = try await commit(
      payload: nil, user: #"{"login": "bot", "id": 7, "email": "bot@acme.dev"}"#)
    #expect(try body(open.requests)["author"]?["email"] == "bot@acme.dev")
  }

  @Test func `are refused if GitHub changed what was signed`() async throws {
    let (_, result) = try await commit(payload: text + "\n")
    #expect(throws: ForgeError.self) { try result.get() }
    let (_, right) = try await commit(payload: text)
    #expect(try right.get().sha == "c")
  }
}
