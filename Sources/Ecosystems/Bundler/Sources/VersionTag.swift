import Git
import Ruby

/// A tag of a repository that names a version: `v1.2.0`, `tool-1.2.0`, `tool/v1.2.0`.
struct VersionTag: Hashable, Sendable {
  /// As the repository names it.
  let name: String
  /// What stands in front of the version; tags of one series have the same.
  let prefix: String
  let version: GemVersion

  /// Finds the version at the end of a tag's name; nil where there is none.
  init?(_ name: String) {
    for start in name.indices where Self.canStart(at: start, in: name) {
      guard let version = GemVersion(String(name[start...])) else { continue }
      self.name = name
      prefix = String(name[..<start])
      self.version = version
      return
    }
    return nil
  }

  /// Whether a version may begin here: at a digit that no other word runs into.
  private static func canStart(at place: String.Index, in name: String) -> Bool {
    guard name[place].isASCII, name[place].isNumber else { return false }
    guard place > name.startIndex else { return true }
    let before = name.index(before: place)
    if name[before] != "v", name[before] != "V" { return "-_/@+".contains(name[before]) }
    guard before > name.startIndex else { return true }
    return !name[name.index(before: before)].isLetter
  }

  /// The tags of the same series, the lowest version first.
  func series(in references: [Reference]) -> [VersionTag] {
    let names = references.compactMap { reference in
      reference.name.hasPrefix("refs/tags/") ? String(reference.name.dropFirst(10)) : nil
    }
    let tags = names.compactMap { VersionTag($0) }.filter { $0.prefix == prefix }
    return tags.sorted { ($0.version, $0.name) < ($1.version, $1.name) }
  }
}
