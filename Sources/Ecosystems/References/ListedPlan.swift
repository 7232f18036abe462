import Ecosystem
import Text

extension ListedProject {
  /// The planned edits of an update.
  struct Plan: Sendable {
    /// In the order of the targets.
    var replacements: [Replacement] = []
    var moves: [Move] = []
    var requirements: [RequirementEdit] = []
  }
}

extension ListedProject.Plan {
  /// Adds the edits that move uses to a version.
  ///
  /// A use that is already newer stays, unless all are and the version was asked for.
  ///
  /// - Throws: a problem if the files must not be edited, or if a digest can't be replaced.
  mutating func add(
    _ members: [ListedProject.Member], at number: ListedNumber, _ version: ListedVersion,
    _ options: UpdateOptions
  ) throws(Problem) {
    let plans = members.compactMap { member in member.moved(to: number).map { (member, $0) } }
    let isLowered = plans.allSatisfy { $0.1.step == nil }
    let edits = plans.filter { member, moved in
      moved.text != member.use.current && (isLowered || moved.step != nil)
    }
    guard let first = edits.min(by: { $0.0.number < $1.0.number }) else { return }
    let name = first.0.use.name
    guard options.strategy != .lockfileOnly else {
      throw Problem(
        .usage, "needs another version, which must not be edited", subject: name,
        at: first.0.use.location, advice: "choose another versioning-strategy than lockfile-only")
    }
    for (member, moved) in edits {
      let use = member.use
      replacements.append(
        Replacement(file: member.file, range: use.range, text: use.quoted(moved.text)))
      requirements.append(
        RequirementEdit(name: name, file: member.file, before: use.current, after: moved.text))
      guard let old = use.digest else { continue }
      guard let new = version.digest(like: old.text) else {
        throw Problem(
          .refused, "is pinned by a digest, and \(number.description) has none of this kind",
          subject: name, at: use.location)
      }
      replacements.append(Replacement(file: member.file, range: old.range, text: new))
    }
    moves.append(
      Move(
        name: name, from: first.0.number.description, to: number.description, kind: .direct,
        requirement: .init(before: first.0.use.current, after: first.1.text)))
  }
}
