internal import Versioning

/// Cuts a changelog to the versions above the old one, up to the new one.
///
/// Sections are selected by their versions, so ascending files and files that mix several release
/// lines work too. If no section is between the versions, the text above the old version's section
/// is used, or nothing. Otherwise the rules are those of dependabot-core.
struct Pruning {
  private let lines: [Substring]
  private let heads: [VersionLine]
  private let order: VersionOrder

  /// The maximum number of lines; real changelogs have fewer.
  static let lineLimit = 60_000

  init(_ text: String, _ order: VersionOrder) {
    self.order = order
    let all = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    lines = Array(all.prefix(Self.lineLimit))
    heads = VersionLine.all(in: lines, order)
  }

  /// Whether there is a section for exactly this version.
  func names(_ version: String) -> Bool { heads.contains { $0.isOf(version, order) } }

  /// The remaining lines of a file with their numbers, starting at 1.
  struct Cut: Hashable {
    var text: String
    var lines: [Int]
  }

  /// Returns the lines between two versions; nil if the file has none.
  func cut(from old: String, to new: String) -> Cut? {
    let chosen = heads.indices.filter { index in
      heads[index].versions.contains { order.isBetween($0, old, new) }
    }
    if chosen.isEmpty { return aboveOld(old, new) }
    var ranges: [Range<Int>] = []
    for index in chosen {
      let end = index + 1 < heads.count ? heads[index + 1].line : lines.count
      let range = heads[index].line..<end
      if let last = ranges.last, last.upperBound == range.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound..<end
      } else {
        ranges.append(range)
      }
    }
    return nonEmpty(ranges.flatMap { Array($0) })
  }

  /// Returns the unreleased text at the top, if the file is in descending order.
  private func aboveOld(_ old: String, _ new: String) -> Cut? {
    guard let first = heads.first, first.isOf(old, order), first.line > 0 else {
      return nil
    }
    return nonEmpty(Array(0..<first.line))
  }

  private func nonEmpty(_ numbers: [Int]) -> Cut? {
    let kept = numbers.filter { LinkDefinition(lines[$0]) == nil }
    guard kept.count(where: { !lines[$0].allSatisfy(\.isWhitespace) }) > 1 else { return nil }
    let text = kept.map { lines[$0] }.joined(separator: "\n")
    let definitions = LinkDefinition.used(in: text, from: lines).map(\.line)
    let all =
      definitions.isEmpty ? text : text + "\n\n" + definitions.joined(separator: "\n")
    return Cut(text: all, lines: kept.map { $0 + 1 })
  }
}

extension VersionLine {
  /// Whether the section is for a version, alone or with others.
  fileprivate func isOf(_ version: String, _ order: VersionOrder) -> Bool {
    versions.contains { order.isSame($0, version) }
  }
}
