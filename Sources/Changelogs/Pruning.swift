/// Cuts a changelog to the versions above the old one, up to the new one.
///
/// Sections are taken by their own versions, so that ascending files and files that mix several
/// lines of releases are cut as well. Where no section falls between, what stands above the old
/// version's section is taken, or nothing (dependabot-core's rules otherwise).
struct Pruning {
  private let lines: [Substring]
  private let heads: [VersionLine]
  private let order: VersionOrder

  /// More lines are no changelog that anybody reads.
  static let lineLimit = 60_000

  init(_ text: String, _ order: VersionOrder) {
    self.order = order
    let all = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    lines = Array(all.prefix(Self.lineLimit))
    heads = VersionLine.all(in: lines, order)
  }

  /// Whether a section of exactly this version is there.
  func names(_ version: String) -> Bool { heads.contains { $0.isOf(version, order) } }

  /// What is left of a file, and the number in the file, from 1, of each of its lines.
  struct Cut: Hashable {
    var text: String
    var lines: [Int]
  }

  /// Gives the lines between two versions; nil where the file has none.
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

  /// Takes what is not yet filed under a version, if the file counts downwards.
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
