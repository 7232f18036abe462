import Gems
import Git

/// A tag with a version: `v1.2.0`, `tool-1.2.0`, `tool/v1.2.0`.
struct VersionTag: Hashable, Sendable {
  /// As in the repository.
  let name: String
  /// The text before the version, which is equal for the tags of one series.
  let prefix: String
  let version: GemVersion

  /// Parses the version at the end of a tag; returns nil for a tag without one.
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

  /// Whether a version can begin here: at a digit that doesn't continue a word.
  private static func canStart(at index: String.Index, in name: String) -> Bool {
    guard name[index].isASCII, name[index].isNumber else { return false }
    guard index > name.startIndex else { return true }
    let before = name.index(before: index)
    if name[before] != "v", name[before] != "V" { return "-_/@+".contains(name[before]) }
    guard before > name.startIndex else { return true }
    return !name[name.index(before: before)].isLetter
  }

  /// Returns the tags of the same series, the lowest version first.
  func series(in references: [Reference]) -> [VersionTag] {
    let names = references.compactMap { reference in
      reference.name.hasPrefix("refs/tags/") ? String(reference.name.dropFirst(10)) : nil
    }
    let tags = names.compactMap { VersionTag($0) }.filter { $0.prefix == prefix }
    return tags.sorted { ($0.version, $0.name) < ($1.version, $1.name) }
  }
}
