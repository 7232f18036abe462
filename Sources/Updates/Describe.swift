import Crypto
import Ecosystem
import Forges

extension Run {
  /// Finds the words for an update: branch, title, commit message, body.
  func describe(_ update: Update, _ site: Site, _ checkout: Checkout) async -> Proposal {
    let entry = site.entry
    let branch = entry.branch.name(
      for: update.key, defaultBranch: checkout.base.defaultBranch
    ) { Digest(.sha256, of: $0).hexadecimal }
    return Proposal(
      update: update, branch: branch, title: update.title(entry.title),
      body: update.body(notes: await world.notes(update)),
      commitMessage: update.commitMessage(entry.title),
      labels: entry.labels?.map { Label(name: $0) } ?? [.dependencies],
      assignees: entry.assignees, milestone: entry.milestone, base: checkout.head,
      modes: checkout.tree.modes)
  }
}
