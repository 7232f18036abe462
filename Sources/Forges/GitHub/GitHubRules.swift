extension GitHubForge {
  /// Two requests: the branch with its protection, and the rules of rulesets.
  ///
  /// Only administrators can read the approvals and the strictness of protection, but
  /// `PullRequest.mergeState` shows their effect.
  package func rules(
    of branch: String, in repository: RepositoryName
  ) async throws(ForgeError) -> BranchRules {
    async let ofRulesets = Result { () async throws(ForgeError) in
      try await rulesets(of: branch, in: repository)
    }
    let found: GitHubProtectedBranch? = try await host.readIfPresent(
      .get(repository.path("branches", branch), scope: .owner(repository.owner)))
    let (rules, unread) = try await ofRulesets.get()
    let all = (found?.required ?? []) + rules.flatMap(\.required)
    let named = Set(all.filter { $0.app != nil }.map(\.name))
    // A requirement with an App replaces one with the same name and without an App.
    let checks = Set(all.filter { $0.app != nil || !named.contains($0.name) })
      .sorted { ($0.name, $0.app ?? 0) < ($1.name, $1.app ?? 0) }
    return BranchRules(
      checks: checks, isStrict: rules.contains(where: \.isStrict),
      hasMergeQueue: rules.contains { $0.type == "merge_queue" },
      approvals: rules.map(\.approvals).max() ?? 0,
      unread: found == nil ? "there is no branch \(branch)" : unread)
  }

  /// Reads the rules of rulesets, or returns why they can't be read.
  ///
  /// Enterprise Servers without rulesets answer 404, and plans without them a 403 that asks to
  /// upgrade: both mean that there are no rules. Any other 403 means that the rules are unknown.
  private func rulesets(
    of branch: String, in repository: RepositoryName
  ) async throws(ForgeError) -> ([GitHubRule], unread: String?) {
    do throws(ForgeError) {
      let rules = try await host.list(
        .get(
          repository.path("rules", "branches", branch), [("per_page", "100")],
          scope: .owner(repository.owner))
      ) { (page: [GitHubRule]) in page }
      return (rules, nil)
    } catch {
      switch error.code {
      case .notFound: return ([], nil)
      case .forbidden where error.detail.hasPrefix("Upgrade to GitHub"): return ([], nil)
      case .forbidden: return ([], error.detail.isEmpty ? "access denied" : error.detail)
      default: throw error
      }
    }
  }
}

/// A branch with its protection, as far as every reader can see it.
private struct GitHubProtectedBranch: Decodable, Sendable {
  struct Protection: Decodable, Sendable {
    struct Checks: Decodable, Sendable {
      var contexts: [String]?
      var checks: [Demand]?
    }

    struct Demand: Decodable, Sendable {
      var context: String
      var appId: Int?
    }

    var requiredStatusChecks: Checks?
  }

  var protection: Protection?

  var required: [RequiredCheck] {
    let checks = protection?.requiredStatusChecks
    return (checks?.contexts ?? []).map { RequiredCheck(name: $0) }
      + (checks?.checks ?? []).map { demand in
        // -1 means any App.
        RequiredCheck(name: demand.context, app: demand.appId.flatMap { $0 > 0 ? $0 : nil })
      }
  }
}

/// A rule that applies to a branch.
private struct GitHubRule: Decodable, Sendable {
  struct Parameters: Decodable, Sendable {
    struct Demand: Decodable, Sendable {
      var context: String
      var integrationId: Int?
    }

    var requiredStatusChecks: [Demand]?
    var strictRequiredStatusChecksPolicy: Bool?
    var requiredApprovingReviewCount: Int?
  }

  var type: String?
  var parameters: Parameters?

  var required: [RequiredCheck] {
    guard type == "required_status_checks" else { return [] }
    return (parameters?.requiredStatusChecks ?? []).map { demand in
      RequiredCheck(name: demand.context, app: demand.integrationId)
    }
  }

  var isStrict: Bool {
    type == "required_status_checks" && parameters?.strictRequiredStatusChecksPolicy == true
  }

  var approvals: Int {
    type == "pull_request" ? parameters?.requiredApprovingReviewCount ?? 0 : 0
  }
}
