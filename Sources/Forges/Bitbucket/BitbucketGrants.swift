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
    var probe = WriteProbe()
    try await probe.attemptPush(to: repository, on: self, by: host)
    try await probe.attemptOpening(in: repository, on: self)
    return probe.refused
  }
}
