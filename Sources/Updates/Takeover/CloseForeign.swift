import Configuration
import Ecosystem
import Forges
import Languages
import Logging
import Store
import Time

extension RepositoryPass {
  private static let marker = "<!-- martlet-takeover -->"
  /// How long after its comment a pull request that is still open is closed.
  private static let retryPeriod = Duration.seconds(3_600)

  /// Closes the pull requests of other bots whose updates all have a pull request of martlet, or are in
  /// the base.
  ///
  /// A comment says so first. If a person reopens one, it stays open.
  func closeForeign(
    _ foreign: ForeignProposals, after published: [DependencyReport], _ states: [ProjectState],
    in checkout: Checkout
  ) async throws {
    guard foreign.takeover == .close, !isDry else { return }
    let repository = checkout.base.repository
    for found in foreign.all where !found.steps.isEmpty {
      let reports = found.steps.map { step in
        published.first { report in
          found.concerns(report.project) && step.names(report.dependency)
            && report.covers(step, in: states)
        }
      }
      guard !reports.contains(where: { $0 == nil }) else { continue }
      let numbers = reports.compactMap { $0?.state.openNumber }.unique.sorted()
      do throws(ForgeError) {
        try await close(found, for: numbers, in: repository)
      } catch {
        guard !error.isOfHost else { throw error }
        world.log.warning(
          "a pull request of another bot cannot be closed",
          ["number": "\(found.number)", "error": error.message])
      }
    }
  }

  private func close(
    _ found: ForeignProposal, for numbers: [Int], in repository: RepositoryName
  ) async throws(ForgeError) {
    let thread = try await forge.comments(on: found.number, in: repository)
    let answer = thread.last {
      $0.author?.login == identity.login && $0.body.contains(Self.marker)
    }
    if let answer {
      // Either a process was ended after the comment, or a person reopened the pull request.
      guard let time = answer.createdAt, world.now() - time < Self.retryPeriod else { return }
    } else {
      let sign = forge.kind.text.pullRequestSign
      let language = world.language
      let list = language.list(numbers.map { "\(sign)\($0)" })
      let reason =
        numbers.isEmpty
        ? language("The base branch has these versions.")
        : language("martlet proposes the same updates in \(list).")
      let text = language(
        "\(reason) I close this pull request, because the operator of martlet set `takeover: close`. "
          + "If you reopen it, it stays open.")
      _ = try await forge.comment("\(text)\n\n\(Self.marker)", on: found.number, in: repository)
    }
    _ = try await forge.update(found.number, PullRequestEdit(isOpen: false), in: repository)
  }
}

extension DependencyReport {
  /// Whether a pull request, or the base, has a version of another bot's step or a newer one.
  fileprivate func covers(_ step: ForeignProposal.Step, in states: [ProjectState]) -> Bool {
    let order =
      states.first { $0.project == project }?.order[dependency.id] ?? []
    let own: String?
    switch state {
    case .current(_, let version), .opened(_, let version), .updated(_, let version):
      own = version
    case .upToDate: own = dependency.current
    default: own = nil
    }
    guard let own else { return false }
    if let theirs = order.firstIndex(where: { ForeignProposal.Step.bare($0) == step.version }),
      let ours = order.firstIndex(of: own)
    {
      return ours >= theirs
    }
    return step.includes(own, in: [])
  }
}

extension UpdateState {
  /// The number of the open pull request with the update; nil without one.
  fileprivate var openNumber: Int? {
    switch self {
    case .current(let number, _), .opened(let number, _), .updated(let number, _): number
    default: nil
    }
  }
}
