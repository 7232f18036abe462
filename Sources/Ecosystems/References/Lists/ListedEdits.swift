import Ecosystem
import Text

extension EditPlan {
  /// Adds the edits that move uses to a version.
  ///
  /// A use that is already newer stays, unless all are and the version was asked for.
  ///
  /// - Throws: a problem if the files must not be edited, or if a digest can't be replaced.
  mutating func add(
    _ members: [ListedPart.Member], at number: ListedNumber, _ version: ListedVersion,
    _ options: UpdateOptions
  ) throws(Problem) {
    let plans = members.compactMap { member in member.moved(to: number).map { (member, $0) } }
    let isLowered = plans.allSatisfy { $0.1.step == nil }
    let edits = plans.filter { member, moved in
      moved.text != member.use.current && (isLowered || moved.step != nil)
    }
    guard let first = edits.min(by: { $0.0.number < $1.0.number }) else { return }
    let name = first.0.use.name
    try options.requireEdits("another version", of: name, at: first.0.use.location)
    var changes: [UseEdit] = []
    for (member, moved) in edits {
      changes.append(try member.edit(to: moved.text, number, version))
      chosen["\(name)@\(moved.text)"] = version.text
    }
    let shown = try first.0.edit(to: first.1.text, number, version)
    add(changes, of: name, reporting: shown)
  }
}

extension ListedPart.Member {
  /// Replaces the version, and the digest if there is one.
  ///
  /// - Throws: a refusal if the version has no digest of this kind.
  fileprivate func edit(
    to text: String, _ number: ListedNumber, _ version: ListedVersion
  ) throws(Problem) -> UseEdit {
    var replacements = [(range: use.range, text: use.quoted(text))]
    if let old = use.digest {
      guard let new = version.digest(like: old.text) else {
        throw Problem(
          .refused, "is pinned by a digest, and \(number.description) has none of this kind",
          subject: use.name, at: use.location)
      }
      replacements.append((old.range, new))
    }
    return UseEdit(
      file: file, before: use.current, after: text, from: self.number.description,
      to: number.description, replacements: replacements)
  }
}
