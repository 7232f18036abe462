extension LocalForge {
  /// `required-checks` and `strict` of `settings.json`; without merge queues and approvals.
  package func rules(
    of branch: String, in repository: RepositoryName
  ) async throws(ForgeError) -> BranchRules {
    try await work(repository) { (room) throws(ForgeError) in
      let settings = try room.settings()
      return BranchRules(
        checks: (settings.requiredChecks?[branch] ?? []).sorted().map { RequiredCheck(name: $0) },
        isStrict: settings.strict?.contains(branch) ?? false)
    }
  }
}
