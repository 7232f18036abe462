import Crypto
import Ecosystem
import Forges

extension Run {
  /// Finds the words for an update: branch, title, commit message, body.
  func describe(_ update: Update, _ site: Site, _ checkout: Checkout) -> Proposal {
    let entry = site.entry
    let branch = entry.branch.name(
      for: update.key, defaultBranch: checkout.base.defaultBranch
    ) { Digest(.sha256, of: $0).hexadecimal }
    return Proposal(
      update: update, branch: branch, title: update.title(entry.title),
      body: update.body(),
      commitMessage: update.commitMessage(entry.title),
      labels: entry.labels?.map { Label(name: $0) } ?? [.dependencies],
      assignees: entry.assignees, milestone: entry.milestone, base: checkout.head,
      modes: checkout.tree.modes)
  }
}

extension World {
  /// Adds what upstream says, just before somebody reads it.
  func annotated(_ proposal: Proposal) async -> Proposal {
    var proposal = proposal
    proposal.body = proposal.update.body(notes: await notes(proposal.update))
    return proposal
  }
}
