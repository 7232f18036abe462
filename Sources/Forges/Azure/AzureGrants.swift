import HTTP

extension AzureForge {
  /// Empty: the host doesn't report the scopes of a token, and `probe` tries them.
  package func missingGrants() async throws(ForgeError) -> [MissingGrant] { [] }

  /// Sends a push that expects a commit that doesn't exist, and a pull request of a branch that doesn't
  /// exist; reads what checks and commands need.
  package func probe(_ repository: Repository) async throws(ForgeError) -> [RefusedWrite] {
    let name = repository.name
    var probe = WriteProbe()
    try await probe.attemptPush(to: repository, on: self, by: host)
    try await probe.attemptOpening(in: repository, on: self)
    try await probe.attempt("read policies") { () async throws(ForgeError) in
      _ = try await policies(of: repository.defaultBranch, in: name)
    }
    try await probe.attempt("read builds") { () async throws(ForgeError) in
      let query = [("$top", "1")]
      let _: AzureList<AzureBuild> = try await host.read(
        get(in: name.project, ["build", "builds"], query: query))
    }
    try await probe.attempt("read the permissions of people, which commands need") {
      () async throws(ForgeError) in
      _ = try await permission(of: try await account().login, in: name)
    }
    return probe.refused
  }
}
