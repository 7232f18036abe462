import Git
import HTTP
import JSON

extension GiteaForge {
  /// Sends one small request for each scope that is needed for reading: a token can't read its own
  /// scopes, but a refusal names the missing one.
  package func missingGrants() async throws(ForgeError) -> [MissingGrant] {
    let calls: [HostCall] = [
      .get(["user"], scope: .account),
      .get(["repos", "search"], [("limit", "1")], scope: .account),
    ]
    var missing: [MissingGrant] = []
    for call in calls {
      guard let grant = try await missingGrant(for: call) else { continue }
      if !missing.contains(grant) { missing.append(grant) }
    }
    return missing
  }

  private func missingGrant(for call: HostCall) async throws(ForgeError) -> MissingGrant? {
    do throws(ForgeError) {
      let _: Ignored = try await host.read(call)
      return nil
    } catch {
      guard error.code == .forbidden, let scope = Self.scope(in: error.detail) else { throw error }
      return MissingGrant(owner: nil, grant: "the scope '\(scope)'")
    }
  }

  /// The scope in `token does not have at least one of required scope(s): [write:issue]`.
  static func scope(in words: String) -> String? {
    guard words.contains("required scope"), let start = words.lastIndex(of: "[") else { return nil }
    let scope = words[words.index(after: start)...].prefix { $0 != "]" }
    return scope.isEmpty ? nil : String(scope)
  }

  /// Sends writes that can't succeed: the server checks the token before the content.
  ///
  /// A push that expects a commit that doesn't exist, a pull request of a branch that doesn't exist,
  /// and a label without a color.
  package func probe(_ repository: Repository) async throws(ForgeError) -> [RefusedWrite] {
    let (name, branch) = (repository.name, "martlet/doctor")
    var refused: [RefusedWrite] = []
    if let head = try await head(of: repository.defaultBranch, in: name) {
      let missing = String(repeating: "1", count: 40)
      let update = RefUpdate("refs/heads/\(branch)", from: missing, to: head)
      let refusal = try await refusal { () async throws(ForgeError) in
        try await host.push(update, to: name) { () async throws(ForgeError) in nil }
      }
      if let refusal { refused.append(RefusedWrite(write: "push branches", reason: refusal)) }
    }
    let pull = change(
      .post, name, "pulls",
      body: [
        "title": "martlet doctor", "head": .string(branch), "body": "",
        "base": .string(repository.defaultBranch),
      ])
    if let refusal = try await refusal(of: pull, isMissingExpected: true) {
      refused.append(RefusedWrite(write: "open pull requests", reason: refusal))
    }
    let label = change(.post, name, "labels", body: ["name": "martlet doctor", "color": "none"])
    if let refusal = try await refusal(of: label, isMissingExpected: false) {
      refused.append(RefusedWrite(write: "create labels and comments", reason: refusal))
    }
    return refused
  }

  private func refusal(
    of call: HostCall, isMissingExpected: Bool
  ) async throws(ForgeError) -> String? {
    try await refusal(isMissingExpected: isMissingExpected) { () async throws(ForgeError) in
      let _: Ignored = try await host.write(call)
    }
  }

  /// Why a write isn't permitted; nil if only its content was refused.
  private func refusal(
    isMissingExpected: Bool = false, _ write: () async throws(ForgeError) -> Void
  ) async throws(ForgeError) -> String? {
    do throws(ForgeError) {
      try await write()
      return nil
    } catch {
      switch error.code {
      case .rejected, .conflict: return nil
      case .notFound where isMissingExpected: return nil
      case .forbidden, .notFound, .archived, .unauthorized:
        return Self.scope(in: error.detail).map { "the token lacks the scope '\($0)'" }
          ?? error.detail
      default: throw error
      }
    }
  }
}
