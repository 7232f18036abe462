import HTTP
import Time

extension AzureForge {
  /// `GET git/policy/configurations` of a branch: the builds and statuses that block a merge, and the
  /// number of approvals.
  package func rules(
    of branch: String, in repository: RepositoryName
  ) async throws(ForgeError) -> BranchRules {
    var rules = BranchRules()
    for policy in try await policies(of: branch, in: repository) where policy.blocks {
      if let name = policy.checkName {
        rules.checks.append(RequiredCheck(name: name))
      } else if policy.kind == .approvals {
        rules.approvals = max(rules.approvals, policy.settings?.minimumApproverCount ?? 0)
      }
    }
    rules.checks = Set(rules.checks).sorted { $0.name < $1.name }
    return rules
  }

  /// The policies that apply to a branch, also by patterns and by the project.
  func policies(
    of branch: String, in repository: RepositoryName
  ) async throws(ForgeError) -> [AzurePolicy] {
    let details = try await details(of: repository)
    return try await host.continued(
      get(
        in: repository.project, ["git", "policy", "configurations"],
        query: [("repositoryId", details.id), ("refName", Self.ref(branch))],
        version: Self.preview))
  }

  /// `GET policy/evaluations`: the results of the policies for a pull request.
  func evaluations(
    of number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [AzureEvaluation] {
    let project = try await details(of: repository).project.id
    let query = [
      ("artifactId", "vstfs:///CodeReview/CodeReviewId/\(project)/\(number)"),
      ("includeNotApplicable", "true"),
    ]
    let found: [AzureEvaluation] = try await host.counted(
      get(
        in: repository.project, ["policy", "evaluations"], query: query, version: Self.preview))
    return found.filter { $0.configuration.isEnabled && $0.configuration.isDeleted != true }
  }
}

/// A policy of a branch.
struct AzurePolicy: Decodable, Sendable {
  enum Kind: Hashable, Sendable {
    case build, status, approvals, strategy, other
  }

  struct PolicyType: Decodable, Sendable {
    var id: String
    var displayName: String?
  }

  struct Settings: Decodable, Sendable {
    var displayName: String?
    var buildDefinitionId: Int?
    var statusName: String?
    var statusGenre: String?
    var minimumApproverCount: Int?
    var allowNoFastForward: Bool?
    var allowSquash: Bool?
    var allowRebase: Bool?
    var allowRebaseMerge: Bool?
    var useSquashMerge: Bool?
  }

  var type: PolicyType
  var isEnabled: Bool
  var isBlocking: Bool
  var isDeleted: Bool?
  var settings: Settings?

  /// The identifiers of types are the same on all servers.
  private static let kinds: [String: Kind] = [
    "0609b952-1397-4640-95ec-e00a01b2c241": .build,
    "cbdc66da-9728-4af8-aada-9a5a32e4a226": .status,
    "fa4e907d-c16b-4a4c-9dfa-4906e5d171dd": .approvals,
    "fa4e907d-c16b-4a4c-9dfa-4916e5d171ab": .strategy,
  ]

  var kind: Kind { Self.kinds[type.id.lowercased()] ?? .other }

  /// Whether the host merges nothing that doesn't meet it.
  var blocks: Bool { isEnabled && isBlocking && isDeleted != true }

  /// The name of the check; nil for a policy of another kind, such as one for approvals.
  var checkName: String? {
    switch kind {
    case .build:
      if let name = settings?.displayName, !name.isEmpty { return name }
      return "build \(settings?.buildDefinitionId ?? 0)"
    case .status: return Self.name(settings?.statusGenre, settings?.statusName)
    case .approvals, .strategy, .other: return nil
    }
  }

  /// How messages name it.
  var name: String { checkName ?? type.displayName ?? "a policy" }

  /// The name of a status: its genre and its name.
  static func name(_ genre: String?, _ name: String?) -> String {
    [genre, name].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "/")
  }
}

/// The result of a policy for a pull request.
struct AzureEvaluation: Decodable, Sendable {
  var configuration: AzurePolicy
  /// `queued`, `running`, `approved`, `rejected`, `notApplicable` or `broken`.
  var status: String?
  var startedDate: String?
  var completedDate: String?

  /// Nil for a policy that demands something else than a check.
  var check: Check? {
    configuration.checkName.map { name in
      let conclusion = state
      return Check(
        name: name, state: conclusion, startedAt: HostTime.date(startedDate),
        completedAt: conclusion == .pending ? nil : HostTime.date(completedDate))
    }
  }

  private var state: Check.State {
    switch status {
    case "approved": .success
    case "rejected": .failure
    case "queued", "running": .pending
    case "notApplicable": .skipped
    case "broken": .error
    default: .unknown(status ?? "none")
    }
  }

  /// Why the host doesn't merge; nil if the policy is met or optional.
  var obstacle: String? {
    guard configuration.blocks, status != "approved", status != "notApplicable" else { return nil }
    return "the policy '\(configuration.name)' is \(status ?? "unknown")"
  }
}
