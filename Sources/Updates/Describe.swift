import Crypto
import Ecosystem
import Forges

extension Run {
  /// Finds the words for an update: branch, title, commit message, body.
  ///
  /// - Parameters:
  ///   - update: what is to be done.
  ///   - look: how its entry, or its group, wants it to look.
  ///   - branch: the branch that it has already; nil: one is named.
  ///   - taken: branches of other pull requests.
  ///   - checkout: the base branch.
  /// - Returns: the pull request as it should be.
  func describe(
    _ update: Update, _ look: Look, branch: String?, taken: Set<String>, _ checkout: Checkout
  ) -> Proposal {
    let name = look.branch.name(
      for: update.key, defaultBranch: checkout.base.defaultBranch, taken: taken
    ) { Digest(.sha256, of: $0).hexadecimal }
    return Proposal(
      update: update, branch: branch ?? name, title: update.title(look.title),
      body: update.body(), commitMessage: update.commitMessage(look.title),
      labels: look.labels + (update.fixes.isEmpty ? [] : [.security]),
      assignees: look.assignees, milestone: look.milestone, base: checkout.head,
      modes: checkout.tree.modes)
  }
}
