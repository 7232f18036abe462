import Crypto
package import Forges
import Store
import Time

extension Watcher {
  /// Updates the comment and the label to the verdict.
  ///
  /// The first comment is written when checks fail; later verdicts edit it. If the state is lost, the
  /// comment is found by its marker.
  func reportVerdict(of watched: inout WatchedPullRequest) async throws(ForgeError) {
    guard let current = watched.current, current.state == .open else { return }
    let isRed = watched.status.verdict == .failed || watched.status.verdict == .timedOut
    let labelling = forge.labelling
    let hasLabel = current.labels.contains(ciFailedLabelName)
    let text = watched.status.commentText(labelled: labelling != nil, in: world.language)
    let digest = Digest(.sha256, of: text).hexadecimal
    // Without labels, a new state doesn't know whether there is a comment, and looks once.
    let isUnknown = labelling == nil && watched.status.commentDigest.isEmpty
    let mayHaveComment = watched.status.comment != nil || hasLabel || isUnknown
    let isWritten = watched.status.commentDigest == digest || !(isRed || mayHaveComment)
    let isLabelled = labelling == nil || isRed == hasLabel
    guard !isWritten || !isLabelled else { return }
    // A verdict must not be reported for a head that has moved since.
    let now = try await forge.pullRequest(watched.number, in: repository)
    guard now.state == .open, now.headSHA == watched.status.head else { return }
    if !isWritten {
      watched.status.comment = try await writeComment(text, watched, creating: isRed)
      watched.status.commentDigest = digest
    }
    guard let labelling else { return }
    if isRed, !hasLabel { try await addLabel(to: watched.number, labelling) }
    if !isRed, hasLabel {
      try await labelling.removeLabel(ciFailedLabelName, from: watched.number, in: repository)
    }
  }

  /// Edits the comment, or creates it.
  ///
  /// - Returns: the comment's number; nil if there is none.
  private func writeComment(
    _ text: String, _ watched: WatchedPullRequest, creating: Bool
  ) async throws(ForgeError) -> Int? {
    if let id = watched.status.comment {
      do throws(ForgeError) {
        try await forge.updateComment(id, on: watched.number, to: text, in: repository)
        return id
      } catch {
        // Somebody may have deleted it.
        guard error.code == .notFound else { throw error }
      }
    } else if let found = try await findComment(on: watched.number) {
      if found.body != text {
        try await forge.updateComment(found.id, on: watched.number, to: text, in: repository)
      }
      return found.id
    }
    guard creating else { return nil }
    return try await forge.comment(text, on: watched.number, in: repository).id
  }

  private func findComment(on number: Int) async throws(ForgeError) -> Comment? {
    try await forge.comments(on: number, in: repository).last { comment in
      comment.author?.login == identity.login && comment.body.hasPrefix(verdictMarker)
    }
  }

  private func addLabel(to number: Int, _ labelling: any Labelling) async throws(ForgeError) {
    let existing = try await labelling.labels(in: repository)
    if !existing.contains(where: { $0.name.lowercased() == ciFailedLabelName }) {
      _ = try await labelling.createLabel(.ciFailed, in: repository)
    }
    try await labelling.addLabels([ciFailedLabelName], to: number, in: repository)
  }
}

extension Label {
  /// Marks pull requests whose checks failed in lists.
  package static let ciFailed = Label(
    name: ciFailedLabelName, color: "b60205",
    about: "Checks of this update failed or timed out")
}
