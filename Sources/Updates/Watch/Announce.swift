import Crypto
package import Forges
import Store

extension Watcher {
  /// Lets the comment and the label say what the verdict is.
  ///
  /// There is no comment before something went wrong; from then on the one that there is follows.
  /// If the state is lost, its first line tells which it is.
  func announce(_ watched: inout Watched) async throws(ForgeError) {
    guard let present = watched.present, present.state == .open else { return }
    let isRed = watched.note.verdict == .failed || watched.note.verdict == .timedOut
    let labelling = forge.labelling
    let hasLabel = present.labels.contains(ciFailedLabelName)
    let text = watched.note.commentText
    let digest = Digest(.sha256, of: text).hexadecimal
    let mayHaveComment = watched.note.comment != nil || hasLabel || labelling == nil
    let isSaid = watched.note.commentDigest == digest || !(isRed || mayHaveComment)
    let isLabelled = labelling == nil || isRed == hasLabel
    guard !isSaid || !isLabelled else { return }
    // A verdict must not be told of a head that has moved meanwhile.
    let now = try await forge.pullRequest(watched.number, in: repository)
    guard now.state == .open, now.headSHA == watched.note.head else { return }
    if !isSaid {
      watched.note.comment = try await say(text, watched, creating: isRed)
      watched.note.commentDigest = digest
    }
    guard let labelling else { return }
    if isRed, !hasLabel { try await label(watched.number, by: labelling) }
    if !isRed, hasLabel {
      try await labelling.removeLabel(ciFailedLabelName, from: watched.number, in: repository)
    }
  }

  /// Edits the comment, or writes it where there is none; its number.
  private func say(
    _ text: String, _ watched: Watched, creating: Bool
  ) async throws(ForgeError) -> Int? {
    if let id = watched.note.comment {
      do throws(ForgeError) {
        try await forge.updateComment(id, on: watched.number, to: text, in: repository)
        return id
      } catch {
        // Somebody may have deleted it.
        guard error.code == .notFound else { throw error }
      }
    } else if let found = try await comment(on: watched.number) {
      if found.body != text {
        try await forge.updateComment(found.id, on: watched.number, to: text, in: repository)
      }
      return found.id
    }
    guard creating else { return nil }
    return try await forge.comment(text, on: watched.number, in: repository).id
  }

  /// Our comment of an earlier pass.
  private func comment(on number: Int) async throws(ForgeError) -> Comment? {
    try await forge.comments(on: number, in: repository).last { comment in
      comment.author?.login == identity.login && comment.body.hasPrefix(verdictMarker)
    }
  }

  private func label(_ number: Int, by labelling: any Labelling) async throws(ForgeError) {
    let present = try await labelling.labels(in: repository)
    if !present.contains(where: { $0.name.lowercased() == ciFailedLabelName }) {
      _ = try await labelling.createLabel(.ciFailed, in: repository)
    }
    try await labelling.addLabels([ciFailedLabelName], to: number, in: repository)
  }
}

extension Label {
  /// Tells red pull requests from the others in lists.
  package static let ciFailed = Label(
    name: ciFailedLabelName, color: "b60205",
    about: "Checks of this update failed or said nothing in time")
}
