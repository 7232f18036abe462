import Forges
import Logging
import Store

/// Sets labels, assignees, reviewers and the milestone of a pull request.
struct DetailWriter: Sendable {
  let forge: any Forge
  let world: World
  let repository: RepositoryName
  /// The pull request.
  let number: Int
  /// Whether the labels that only the configuration names are looked up first, because some forges
  /// create a label with an unknown name.
  var readsLabels = true

  /// Sets details that the pull request may already have.
  ///
  /// - Returns: the reasons of those that the forge refuses.
  /// - Throws: `ForgeError` if the forge can't be reached, or `DatabaseError`.
  func set(_ details: [PullRequestDetail]) async throws -> [PullRequestDetail: String] {
    let labels = details.filter { if case .label = $0 { true } else { false } }
    let assignees = details.filter { if case .assignee = $0 { true } else { false } }
    var refused = try await refusals(of: labels) { () async throws(ForgeError) in
      try await add(labels)
    }
    let ignored = try await refusals(of: assignees) { () async throws(ForgeError) in
      try await assign(assignees)
    }
    refused.merge(ignored) { $1 }
    for detail in details {
      refused.merge(try await setSingle(detail)) { $1 }
    }
    return refused
  }

  /// Sets a detail that has a request of its own.
  private func setSingle(
    _ detail: PullRequestDetail
  ) async throws -> [PullRequestDetail: String] {
    switch detail {
    case .label, .assignee: [:]
    case .reviewer(let name): try await request(name)
    case .milestone(let milestone):
      try await refusals(of: [detail]) { () async throws(ForgeError) in
        try await forge.milestones?.setMilestone(milestone, of: number, in: repository)
        return [:]
      }
    }
  }

  private func add(
    _ labels: [PullRequestDetail]
  ) async throws(ForgeError) -> [PullRequestDetail: String] {
    guard let labelling = forge.labelling else { return [:] }
    var names = labels.compactMap { if case .label(let name) = $0 { name } else { nil } }
    if readsLabels { names = try await present(names, labelling) }
    if !names.isEmpty { try await labelling.addLabels(names, to: number, in: repository) }
    return [:]
  }

  /// Removes the names of labels that neither the repository has nor martlet creates.
  private func present(
    _ names: [String], _ labelling: any Labelling
  ) async throws(ForgeError) -> [String] {
    let ours = Label.ours(in: world.catalog).map(\.name)
    guard !Set(names).isSubset(of: ours) else { return names }
    let known = Set(try await labelling.labels(in: repository).map { $0.name.lowercased() })
    return names.filter { ours.contains($0) || known.contains($0.lowercased()) }
  }

  /// Returns the accounts that were not assigned.
  private func assign(
    _ assignees: [PullRequestDetail]
  ) async throws(ForgeError) -> [PullRequestDetail: String] {
    let logins = assignees.compactMap { if case .assignee(let login) = $0 { login } else { nil } }
    let ignored = try await forge.assigning?.assign(logins, to: number, in: repository) ?? []
    let reason = "the forge ignores this account, or allows fewer assignees"
    return Dictionary(ignored.map { (.assignee($0), reason) }) { $1 }
  }

  /// Asks a reviewer once, and saves that: a host removes reviewers who have reviewed, and asking
  /// again would demand another review.
  private func request(_ reviewer: String) async throws -> [PullRequestDetail: String] {
    let name = "review \(forge.id(of: repository)) \(number) \(reviewer)"
    guard try await world.store.content(name) == nil else { return [:] }
    let refused = try await refusals(of: [.reviewer(reviewer)]) { () async throws(ForgeError) in
      try await forge.reviewRequests?.requestReviews([reviewer], on: number, in: repository)
      return [:]
    }
    guard refused.isEmpty else { return refused }
    try await world.store.keep(Array(reviewer.utf8), as: name, now: world.now())
    return [:]
  }

  /// Sends a request for some details, and returns the reason if the forge refuses it.
  private func refusals(
    of details: [PullRequestDetail],
    _ send: () async throws(ForgeError) -> [PullRequestDetail: String]
  ) async throws(ForgeError) -> [PullRequestDetail: String] {
    guard !details.isEmpty else { return [:] }
    do throws(ForgeError) {
      return try await send()
    } catch {
      guard error.isRefusal else { throw error }
      world.log.warning(
        "the forge refused a part of a pull request",
        ["repository": "\(repository)", "number": "\(number)", "error": error.message])
      return Dictionary(details.map { ($0, error.message) }) { $1 }
    }
  }
}

extension ForgeError {
  /// Whether the forge refuses this request and answers others: an account or a milestone that
  /// doesn't exist, or a permission that is missing.
  var isRefusal: Bool {
    switch code {
    case .rejected, .notFound, .forbidden, .unsupported: true
    default: false
    }
  }
}
