import Forges
import Logging
import Store
import Time

extension ProposalPublisher {
  /// Adds missing labels, assignees, reviewers and the milestone.
  func addMetadata(to current: PullRequest) async throws {
    let hasSecurityLabel = current.labels.contains(where: Label.isSecurity)
    let missing = proposal.labels.filter { label in
      !current.labels.contains(label.name) && !(label == .security && hasSecurityLabel)
    }
    if !missing.isEmpty, let labelling = forge.labelling {
      let names = try await existingNames(of: missing, labelling)
      if !names.isEmpty {
        try await labelling.addLabels(names, to: current.number, in: repository)
      }
    }
    try await addAssignees(to: current)
    try await requestReviews(of: current)
    try await setMilestone(of: current)
  }

  /// The labels for the request that opens a pull request; empty if the forge adds them later.
  func labelsForOpening() async throws -> [String] {
    guard forge.kind.opensWithLabels, let labelling = forge.labelling, !proposal.labels.isEmpty
    else { return [] }
    return try await existingNames(of: proposal.labels, labelling)
  }

  private func addAssignees(to current: PullRequest) async throws {
    let assignees = proposal.assignees.filter { !current.assignees.contains($0) }
    guard !assignees.isEmpty else { return }
    guard let assigning = forge.assigning else {
      return world.log.warning("the forge has no assignees", ["forge": forge.name])
    }
    try await unlessRefused("the pull request cannot be assigned") { () async throws(ForgeError) in
      try await assigning.assign(assignees, to: current.number, in: repository)
    }
  }

  /// Asks each reviewer once, and saves that: a host removes reviewers who have reviewed, and asking
  /// again would demand another review.
  private func requestReviews(of current: PullRequest) async throws {
    let author = current.author?.login.lowercased()
    for reviewer in proposal.reviewers where reviewer.lowercased() != author {
      let name = "review \(forge.name) \(repository) \(current.number) \(reviewer)"
      guard try await store.content(name) == nil else { continue }
      guard let requests = forge.reviewRequests else {
        return world.log.warning("the forge has no reviewers", ["forge": forge.name])
      }
      try await unlessRefused("the review cannot be requested") { () async throws(ForgeError) in
        try await requests.requestReviews([reviewer], on: current.number, in: repository)
      }
      try await store.keep(Array(reviewer.utf8), as: name, now: world.now())
    }
  }

  private func setMilestone(of current: PullRequest) async throws {
    guard let milestone = proposal.milestone, current.milestone != milestone else { return }
    guard let milestones = forge.milestones else {
      return world.log.warning("the forge has no milestones", ["forge": forge.name])
    }
    try await unlessRefused("the milestone cannot be set") { () async throws(ForgeError) in
      try await milestones.setMilestone(milestone, of: current.number, in: repository)
    }
  }

  /// Logs a refusal: an account or a milestone that doesn't exist must not prevent the update.
  private func unlessRefused(
    _ words: String, _ body: () async throws(ForgeError) -> Void
  ) async throws(ForgeError) {
    do throws(ForgeError) {
      try await body()
    } catch {
      guard [.rejected, .notFound, .forbidden, .unsupported].contains(error.code) else {
        throw error
      }
      world.log.warning(words, ["branch": proposal.branch, "error": error.words])
    }
  }

  /// Returns the names of the labels that exist, after creating missing labels of martlet's own.
  ///
  /// A label from the configuration file has to exist. The list of labels is only requested for such
  /// labels, and to find the repository's own security label.
  private func existingNames(
    of wanted: [Label], _ labelling: any Labelling
  ) async throws -> [String] {
    if wanted.contains(where: { !$0.isOurs || $0 == .security }) {
      try await labels.load(repository) { () async throws(ForgeError) in
        try await labelling.labels(in: repository)
      }
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
        try await create(label, labelling)
        names.append(label.name)
      } else {
        world.log.warning("the repository does not have this label", ["label": label.name])
      }
    }
    return names
  }

  /// Creates a label of ours, once per repository, and saves that it exists.
  ///
  /// Creating it costs no more than asking whether it exists.
  private func create(_ label: Label, _ labelling: any Labelling) async throws {
    let name = "label \(forge.name) \(repository) \(label.name)"
    if try await store.content(name) == nil {
      do throws(ForgeError) {
        _ = try await labelling.createLabel(label, in: repository)
      } catch {
        // A credential that may not create labels may still be able to add existing ones.
        guard [.forbidden, .notFound].contains(error.code) else { throw error }
      }
      try await store.keep(Array(label.name.utf8), as: name, now: world.now())
    }
    labels.insert([label.name], in: repository)
  }
}
