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

  /// The rights of an administrator; a token can't read its own scopes.
  package func excessGrants() async throws(ForgeError) -> [MissingGrant] {
    let user: GiteaUser = try await host.read(.get(["user"], scope: .account))
    return user.isAdmin == true ? [.administrator] : []
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
  static func scope(in message: String) -> String? {
    guard message.contains("required scope"), let start = message.lastIndex(of: "[") else {
      return nil
    }
    let scope = message[message.index(after: start)...].prefix { $0 != "]" }
    return scope.isEmpty ? nil : String(scope)
  }

  /// Sends a push that expects a commit that doesn't exist, a pull request of a branch that doesn't
  /// exist, and a label without a color.
  package func probe(_ repository: Repository) async throws(ForgeError) -> [RefusedWrite] {
    let name = repository.name
    var probe = WriteProbe()
    try await probe.attemptPush(to: repository, on: self, by: host, reason: Self.reason)
    try await probe.attempt("open pull requests", isMissingExpected: true, reason: Self.reason) {
      () async throws(ForgeError) in
      try await host.repeatable(
        change(
          .post, name, "pulls",
          body: [
            "title": "martlet doctor", "head": .string(WriteProbe.branch), "body": "",
            "base": .string(repository.defaultBranch),
          ]))
    }
    try await probe.attempt("create labels and comments", reason: Self.reason) {
      () async throws(ForgeError) in
      try await host.repeatable(
        change(.post, name, "labels", body: ["name": "martlet doctor", "color": "none"]))
    }
    return probe.refused
  }

  private static func reason(_ error: ForgeError) -> String {
    scope(in: error.detail).map { "the token lacks the scope '\($0)'" } ?? error.detail
  }
}
