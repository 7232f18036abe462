import FoundationEssentials
import Git
import HTTP
import JSON
import Logging
import TestSupport
import Testing

@testable import Forges

/// A real Gitea or Forgejo, named by environment variables; `make test-gitea` explains them.
///
/// The organization `acme` belongs to `ann`; each stage deletes and creates its repository `web`.
struct RealGitea: ContractStage {
  private static let environment = ProcessInfo.processInfo.environment
  private static let url = environment["MARTLET_GITEA_URL"]
  private static let token = environment["MARTLET_GITEA_TOKEN"]
  private static let owner = environment["MARTLET_GITEA_OWNER_TOKEN"]

  /// Whether all variables are set.
  static var isPresent: Bool { url != nil && token != nil && owner != nil }
  /// The kind of server, by `MARTLET_GITEA_KIND`; Gitea by default.
  static var kind: ForgeKind { environment["MARTLET_GITEA_KIND"] == "forgejo" ? .forgejo : .gitea }

  let forge: any Forge
  private let api: String

  init() async throws {
    let url = try #require(Self.url)
    api = "\(url)/api/v1"
    let cache = FileManager.default.temporaryDirectory.path + "/martlet-gitea-\(uniqueName())"
    let token = Secret(try #require(Self.token))
    forge = try #require(
      try GiteaForge(
        Self.kind,
        ForgeConnection(
          name: "tea", url: url, credential: .token(token),
          client: FakeHost.live.followingRedirects(),
          git: Git.Options(cache: cache, allowsPrivate: { _ in true })),
        pacing: HostPacing(pace: .zero)))
    let bot = try await forge.identity().login
    _ = try? await call(.delete, "/repos/acme/web")
    try await call(
      .post, "/orgs/acme/repos",
      ["name": "web", "auto_init": true, "default_branch": "main", "private": false])
    for (path, text) in ["a.txt": "1\n", "c.txt": "3\n"] {
      try await call(.post, "/repos/acme/web/contents/\(path)", Self.file(text))
    }
    try await call(.put, "/repos/acme/web/collaborators/\(bot)", ["permission": "write"])
    try await call(
      .post, "/repos/acme/web/branch_protections",
      ["rule_name": "main", "enable_status_check": true, "status_check_contexts": ["build"]])
  }

  func push(_ text: String, to branch: String) async throws {
    let path = "/repos/acme/web/contents/a.txt"
    let present = try await call(.get, "\(path)?ref=\(branch)")
    var body = Self.file(text).object ?? Object()
    body["branch"] = .string(branch)
    body["sha"] = present["sha"]
    try await call(.put, path, .object(body))
  }

  func report(_ check: String, _ state: String, on number: Int) async throws {
    let head = try await forge.pullRequest(number, in: try #require(RepositoryName("acme/web")))
    try await call(
      .post, "/repos/acme/web/statuses/\(head.headSHA)",
      ["context": .string(check), "state": .string(state)])
  }

  func close(_ number: Int) async throws {
    try await call(.patch, "/repos/acme/web/pulls/\(number)", ["state": "closed"])
  }

  func edit(_ issue: Int, to text: String) async throws {
    try await call(.patch, "/repos/acme/web/issues/\(issue)", ["body": .string(text)])
  }

  func violations() async throws -> [String] { [] }

  private static func file(_ text: String) -> Value {
    ["content": .string(Data(text.utf8).base64EncodedString()), "message": "Mine"]
  }

  /// Sends a request as ann.
  @discardableResult
  private func call(
    _ method: Request.Method, _ path: String, _ body: Value? = nil
  ) async throws -> Value {
    let request = Request(
      method, api + path,
      headers: [
        "Content-Type": "application/json", "Authorization": "token \(Self.owner ?? "")",
      ], body: body.map { Array($0.text(.compact).utf8) })
    let response = try await FakeHost.live.send(request)
    guard (200..<300).contains(response.status) else {
      let detail = String(decoding: response.body, as: UTF8.self)
      throw FakeHost.Failure(message: "\(method.rawValue) \(path): \(response.status) \(detail)")
    }
    if response.body.isEmpty { return .null }
    return try Document(response.body, named: path).root.value
  }
}
