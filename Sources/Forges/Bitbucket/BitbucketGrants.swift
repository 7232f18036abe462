import HTTP

extension BitbucketForge {
  /// A token of a project or repository: such a token has no email address, and the server lets no
  /// account without one merge.
  package func missingGrants() async throws(ForgeError) -> [MissingGrant] {
    let me = try await user()
    guard me.emailAddress?.isEmpty != false else { return [] }
    return [
      MissingGrant(
        owner: nil,
        grant: "an account with an email address, without which the server refuses to merge")
    ]
  }

  /// Sends a push that expects a commit that doesn't exist, and a pull request of a branch that
  /// doesn't exist.
  package func probe(_ repository: Repository) async throws(ForgeError) -> [RefusedWrite] {
    let name = repository.name
    var probe = WriteProbe()
    if let head = try await head(of: repository.defaultBranch, in: name) {
      try await probe.attempt("push branches") { () async throws(ForgeError) in
        try await host.push(WriteProbe.push(to: head), to: name) { () async throws(ForgeError) in
          nil
        }
      }
    }
    try await probe.attempt("open pull requests", isMissingExpected: true) {
      () async throws(ForgeError) in
      let draft = PullRequestDraft(
        head: WriteProbe.branch, base: repository.defaultBranch, title: "martlet doctor", body: "")
      _ = try await open(draft, in: name)
    }
    return probe.refused
  }
}
