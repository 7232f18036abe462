import Crypto
import Ecosystem
import Forges

extension RepositoryPass {
  /// Finds the words for an update: branch, title, commit message, body.
  ///
  /// - Parameters:
  ///   - update: what is to be done.
  ///   - style: what its entry, or its group, says of it.
  ///   - branch: the branch that it has already; nil: one is named.
  ///   - taken: branches of other pull requests.
  ///   - checkout: the base branch.
  /// - Returns: the pull request as it should be.
  func describe(
    _ update: Update, _ style: PullRequestStyle, branch: String?, taken: Set<String>,
    _ checkout: Checkout
  ) -> Proposal {
    let name = style.branch.name(
      for: update.key, defaultBranch: checkout.base.defaultBranch, taken: taken
    ) { Digest(.sha256, of: $0).hexadecimal }
    let limits = forge.kind.textLimits
    return Proposal(
      update: update, branch: branch ?? name,
      title: update.title(style.title, limit: limits.title),
      body: update.body(limit: limits.body),
      commitMessage: update.commitMessage(style.title, limit: limits.commitMessage),
      labels: style.labels + (update.fixes.isEmpty ? [] : [.security]),
      assignees: style.assignees, milestone: style.milestone, base: checkout.head,
      modes: checkout.tree.modes)
  }
}
