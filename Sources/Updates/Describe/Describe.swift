import Crypto
import Ecosystem
import Forges

extension RepositoryPass {
  /// Creates the proposal of an update: branch, title, commit message and body.
  ///
  /// - Parameters:
  ///   - update: the changes.
  ///   - style: the style of its entry or group.
  ///   - branch: the existing branch; nil: choose a name.
  ///   - taken: the branches of other pull requests.
  ///   - checkout: the base branch.
  /// - Returns: the proposal, without release notes.
  func describe(
    _ update: Update, _ style: PullRequestStyle, branch: String?, taken: Set<String>,
    _ checkout: Checkout
  ) -> Proposal {
    let name = style.branch.name(
      for: update.key, defaultBranch: checkout.base.defaultBranch, taken: taken
    ) { Digest(.sha256, of: $0).hexadecimal }
    let (limits, text) = (forge.kind.textLimits, forge.kind.text)
    var update = update
    update.language = style.language ?? world.language
    var proposal = Proposal(
      update: update, branch: branch ?? name,
      title: text.inertTitle(update.title(style.title, limit: limits.title)),
      body: text.inert(update.body(limit: limits.body)),
      commitMessage: text.inert(update.commitMessage(style.title, limit: limits.commitMessage)),
      labels: style.labels + (update.fixes.isEmpty ? [] : [.security]),
      assignees: style.assignees, reviewers: style.reviewers, milestone: style.milestone,
      base: checkout.head, modes: checkout.tree.modes)
    proposal.isDraft = style.isDraft && forge.drafts != nil
    proposal.hasImpact = style.hasImpact
    proposal.lateSettings = style.lateSettings
    return proposal
  }
}
