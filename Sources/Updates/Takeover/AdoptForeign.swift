import Configuration
import Ecosystem
import Forges

extension RepositoryPass {
  /// Finds the pull request of another bot that continues as martlet's.
  ///
  /// It has to update exactly the same dependencies, and every commit of its branch has to be the
  /// bot's: commits of people are never overwritten. A pull request that martlet continued before it
  /// lost its state is found by the marker in its text, and its branch is only kept.
  ///
  /// - Parameters:
  ///   - planned: a planned pull request without one of martlet.
  ///   - foreign: the pull requests of other bots.
  ///   - repository: the repository.
  /// - Returns: nil without such a pull request.
  /// - Throws: `ForgeError`.
  func adoptable(
    for planned: PlannedPullRequest, among foreign: ForeignProposals, in repository: RepositoryName
  ) async throws(ForgeError) -> ForeignProposal? {
    guard foreign.takeover == .adopt, !planned.key.isMaintenance,
      planned.key.replacement == nil,
      let found = foreign.proposal(
        for: planned.members.map(\.candidateSet.dependency),
        in: planned.members.map(\.project).unique)
    else { return nil }
    if found.isContinued { return found }
    let commits = try await forge.commits(from: planned.key.base, to: found.head, in: repository)
    guard commits.allSatisfy({ found.bot.wrote($0) }) else { return nil }
    return found
  }
}

extension ForeignProposal.Bot {
  /// Whether a commit names the bot as its author.
  ///
  /// Everybody can write that, so it protects only from the loss of commits with other authors.
  func wrote(_ commit: Commit) -> Bool {
    let word = rawValue.lowercased()
    let author = commit.author
    return [author.login ?? "", author.name, author.email].contains {
      $0.lowercased().contains(word)
    }
  }
}
