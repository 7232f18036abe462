package import SwiftSources

/// The versions that a repository's tags stand for, under SwiftPM's rules.
package struct TaggedVersions: Hashable, Sendable {
  /// A version and the tag that SwiftPM takes for it.
  package struct Entry: Hashable, Sendable {
    /// Read from the tag: `v1.2` stands for 1.2.0.
    package var version: SemanticVersion
    /// As the repository has it: `v1.2.3`, `1.2.3@swift-6`.
    package var tag: String
    /// The one that the tag leads to, annotated or not.
    package var commit: String
  }

  /// Ascending.
  package let entries: [Entry]

  /// Chooses among tags, given with the commits they lead to.
  ///
  /// Where a tag is marked for exactly these tools (`1.0.0@swift-6`), only such tags count. Of
  /// several tags for a version the one with more numbers wins, then the one without `v`.
  package init(tags: [(name: String, commit: String)], tools: ToolsVersion) {
    var plain: [SemanticVersion: [Entry]] = [:]
    var marked: [SemanticVersion: [Entry]] = [:]
    let sorted = tags.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    for (name, commit) in sorted {
      if let version = Self.version(ofMarked: name, tools: tools) {
        marked[version, default: []].append(Entry(version: version, tag: name, commit: commit))
      }
      if let version = SemanticVersion(tag: name) {
        plain[version, default: []].append(Entry(version: version, tag: name, commit: commit))
      }
    }
    let chosen = marked.isEmpty ? plain : marked
    entries = chosen.values.compactMap(Self.preferred).sorted { $0.version < $1.version }
  }

  /// The entry of a version.
  package subscript(version: SemanticVersion) -> Entry? {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].version < version { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].version == version ? entries[low] : nil
  }

  private static func version(ofMarked tag: String, tools: ToolsVersion) -> SemanticVersion? {
    for suffix in tools.suffixes where tag.hasSuffix(suffix) {
      return SemanticVersion(tag: String(tag.dropLast(suffix.count)))
    }
    return nil
  }

  /// Keeps the first spelling of the version, which build metadata isn't part of, and the best tag.
  private static func preferred(_ candidates: [Entry]) -> Entry? {
    guard let first = candidates.first else { return nil }
    let best = candidates.max { rank($0.tag) < rank($1.tag) } ?? first
    return Entry(version: first.version, tag: best.tag, commit: best.commit)
  }

  private static func rank(_ tag: String) -> (Int, Int) {
    (tag.split(separator: ".", omittingEmptySubsequences: false).count, tag.first == "v" ? 0 : 1)
  }
}
