import Forges
import Logging
import Store
import Time

extension ProposalPublisher {
  /// Adds missing labels, assignees, reviewers and the milestone, and saves what the forge refuses:
  /// `retryDetails` tries that again.
  func addMetadata(to current: PullRequest) async throws {
    let details =
      try await missingLabels(of: current) + missingAssignees(of: current)
      + missingReviewers(of: current) + missingMilestone(of: current)
    var writer = DetailWriter(
      forge: forge, world: world, repository: repository, number: current.number)
    writer.readsLabels = needsList(of: proposal.labels) && !labels.isComplete(in: repository)
    let reasons = try await writer.set(details)
    let key = proposal.update.key
    let known = try await store.refusedDetails(of: key)
    guard known != nil || !reasons.isEmpty else { return }
    try await store.save(RefusedDetails(reasons, now: world.now()), of: key, now: world.now())
  }

  private func missingLabels(of current: PullRequest) async throws -> [PullRequestDetail] {
    let hasSecurityLabel = current.labels.contains(where: Label.isSecurity)
    let missing = proposal.labels.filter { label in
      !current.labels.contains(label.name) && !(label == .security && hasSecurityLabel)
    }
    guard !missing.isEmpty, let labelling = forge.labelling else { return [] }
    return try await existingNames(of: missing, labelling).map(PullRequestDetail.label)
  }

  /// The labels for the request that opens a pull request; empty if the forge adds them later.
  func labelsForOpening() async throws -> [String] {
    guard forge.kind.opensWithLabels, let labelling = forge.labelling, !proposal.labels.isEmpty
    else { return [] }
    return try await existingNames(of: proposal.labels, labelling, withRefused: false)
  }

  private func missingAssignees(of current: PullRequest) -> [PullRequestDetail] {
    let present = Set(current.assignees.map { $0.lowercased() })
    let assignees = proposal.assignees.filter { !present.contains($0.lowercased()) }
    if !assignees.isEmpty, forge.assigning == nil {
      world.log.warning("the forge has no assignees", ["forge": forge.name])
      return []
    }
    return assignees.map(PullRequestDetail.assignee)
  }

  private func missingReviewers(of current: PullRequest) -> [PullRequestDetail] {
    let author = current.author?.login.lowercased()
    let reviewers = proposal.reviewers.filter { $0.lowercased() != author }
    if !reviewers.isEmpty, forge.reviewRequests == nil {
      world.log.warning("the forge has no reviewers", ["forge": forge.name])
      return []
    }
    return reviewers.map(PullRequestDetail.reviewer)
  }

  private func missingMilestone(of current: PullRequest) -> [PullRequestDetail] {
    guard let milestone = proposal.milestone, current.milestone != milestone else { return [] }
    if forge.milestones == nil {
      world.log.warning("the forge has no milestones", ["forge": forge.name])
      return []
    }
    return [.milestone(milestone)]
  }

  /// Returns the names of the labels that exist, after creating missing labels of martlet's own.
  ///
  /// - Parameters:
  ///   - wanted: the labels.
  ///   - labelling: the forge's labels.
  ///   - withRefused: whether to include labels that the credential may not create or see: the
  ///     repository may have them.
  /// - Returns: the names.
  /// - Throws: `ForgeError` or `DatabaseError`.
  private func existingNames(
    of wanted: [Label], _ labelling: any Labelling, withRefused: Bool = true
  ) async throws -> [String] {
    guard try await loadList(for: wanted, labelling) else {
      return withRefused ? wanted.map(\.name) : []
    }
    var names: [String] = []
    for label in wanted {
      if labels.contains(label, in: repository) {
        names.append(label.name)
      } else if label == .security,
        let own = labels.names(in: repository).first(where: Label.isSecurity)
      {
        names.append(own)
      } else if label.isOurs {
        let isCreated = try await create(label, labelling)
        if isCreated || withRefused { names.append(label.name) }
      } else {
        labels.miss(label, in: repository)
      }
    }
    return names
  }

  /// Whether the list of labels is requested: for labels from the configuration file, which have to
  /// exist, and to find the repository's own security label.
  private func needsList(of wanted: [Label]) -> Bool {
    wanted.contains { !$0.isOurs || $0 == .security }
  }

  /// Loads the list of labels if it is needed; false if the credential may not read it.
  private func loadList(
    for wanted: [Label], _ labelling: any Labelling
  ) async throws(ForgeError) -> Bool {
    guard needsList(of: wanted) else { return true }
    do throws(ForgeError) {
      try await labels.load(repository) { () async throws(ForgeError) in
        try await labelling.labels(in: repository)
      }
      return true
    } catch {
      guard [.forbidden, .notFound].contains(error.code) else { throw error }
      return false
    }
  }

  /// Creates a label of ours, once per repository, and saves that it exists.
  ///
  /// Creating it costs no more than asking whether it exists.
  ///
  /// - Returns: false if the credential may not create labels; it may still add existing ones.
  private func create(_ label: Label, _ labelling: any Labelling) async throws -> Bool {
    let name = "label \(forge.id(of: repository)) \(label.name)"
    if try await store.content(name) == nil {
      do throws(ForgeError) {
        _ = try await labelling.createLabel(label, in: repository)
      } catch {
        guard [.forbidden, .notFound].contains(error.code) else { throw error }
        return false
      }
      try await store.keep(Array(label.name.utf8), as: name, now: world.now())
    }
    labels.insert([label.name], in: repository)
    return true
  }
}
