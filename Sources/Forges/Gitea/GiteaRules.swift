extension GiteaForge {
  /// `GET branches/BRANCH`, which shows the required contexts and approvals to every reader, and
  /// `GET branch_protections/NAME`, which only administrators may read.
  ///
  /// The latter says whether the head must contain the base. For other tokens a refused merge shows
  /// that.
  package func rules(
    of branch: String, in repository: RepositoryName
  ) async throws(ForgeError) -> BranchRules {
    let found = try await branchWithRules(branch, in: repository)
    guard let found else { return BranchRules(unread: "there is no branch \(branch)") }
    var rules = BranchRules(approvals: found.requiredApprovals ?? 0)
    guard found.protected == true else { return rules }
    if found.enableStatusCheck == true {
      let contexts = Set(found.statusCheckContexts ?? []).sorted()
      rules.checks = contexts.map { name in
        RequiredCheck(name: name, isPattern: CheckPattern.isPattern(name))
      }
      // Without names, the combined status of all must be success.
      rules.demandsAllChecks = contexts.isEmpty
    }
    rules.isStrict = try await protection(found, in: repository)?.blockOnOutdatedBranch ?? false
    return rules
  }

  /// The rule that applies to a branch; nil if the token may not read it.
  private func protection(
    _ branch: GiteaBranch, in repository: RepositoryName
  ) async throws(ForgeError) -> GiteaProtection? {
    guard let name = branch.effectiveBranchProtectionName, !name.isEmpty,
      !memory.hidesRules(of: repository)
    else { return nil }
    do throws(ForgeError) {
      return try await host.readIfPresent(get(repository, "branch_protections", name))
    } catch {
      guard error.code == .forbidden else { throw error }
      memory.rememberHiddenRules(of: repository)
      return nil
    }
  }
}

/// A branch protection in Gitea's format.
private struct GiteaProtection: Decodable, Sendable {
  var blockOnOutdatedBranch: Bool?
}
