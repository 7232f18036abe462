import JavaScript

/// The npm that comes with a version of Node.
///
/// | Node | npm | source |
/// |---|---|---|
/// | up to 14 | 6 and older | nodejs.org/dist/index.json |
/// | 15 to 16.10 | 7 | |
/// | 16.11, 17, 18.0, 19.0 | 8 | |
/// | 18.14, 19.3, 20.0 | 9 | |
/// | 18.19, 20.7, 21, 22, 23 | 10 | |
/// | 24, 25, 26 | 11 | Node's changelogs ("deps: upgrade npm to"); from 24.11 on measured |
///
/// 24.1 and 24.2 have the npm of 24.0: their changelogs list no upgrade, unlike that of 24.3
/// (nodejs/node#58696). Node 24.17 and 24.18, and 26.3 to 26.6, count as having the version before,
/// and 25.6 and 25.7 that of 25.5.
///
/// The newest entries are 24.19, 25.9 and 26.7. A newer release of one of these lines counts as its
/// newest entry, and a newer line as 26.7, which reports say (`isKnown`).
enum BundledNPM {
  private static let versions: [(node: Version, npm: Version)] = [
    (Version(0, 0, 0), Version(6, 0, 0)), (Version(15, 0, 0), Version(7, 24, 2)),
    (Version(16, 11, 0), Version(8, 19, 4)), (Version(18, 14, 0), Version(9, 9, 4)),
    (Version(18, 19, 0), Version(10, 8, 2)), (Version(19, 0, 0), Version(8, 19, 4)),
    (Version(19, 3, 0), Version(9, 9, 4)), (Version(20, 7, 0), Version(10, 8, 2)),
    (Version(24, 0, 0), Version(11, 3, 0)), (Version(24, 3, 0), Version(11, 4, 2)),
    (Version(24, 5, 0), Version(11, 5, 1)), (Version(24, 8, 0), Version(11, 6, 0)),
    (Version(24, 10, 0), Version(11, 6, 1)), (Version(24, 11, 1), Version(11, 6, 2)),
    (Version(24, 13, 1), Version(11, 8, 0)), (Version(24, 14, 0), Version(11, 9, 0)),
    (Version(24, 14, 1), Version(11, 11, 0)), (Version(24, 15, 0), Version(11, 12, 1)),
    (Version(24, 16, 0), Version(11, 13, 0)), (Version(24, 19, 0), Version(11, 17, 0)),
    (Version(25, 0, 0), Version(11, 6, 2)), (Version(25, 4, 0), Version(11, 7, 0)),
    (Version(25, 5, 0), Version(11, 8, 0)), (Version(25, 8, 0), Version(11, 11, 1)),
    (Version(25, 9, 0), Version(11, 12, 1)), (Version(26, 1, 0), Version(11, 13, 0)),
    (Version(26, 7, 0), Version(11, 19, 0)),
  ]

  /// Returns the npm of the newest Node that a repository states.
  static func version(for node: ToolStatement) -> Version? {
    if let exact = node.version { return versions.last { $0.node <= exact }?.npm }
    // The newest entry of the newest line in the range.
    return line(of: node).flatMap { line in versions.last { $0.node.major <= line }?.npm }
  }

  /// Whether a stated Node is not newer than the known entries of its line; a range within a known line
  /// never is.
  static func isKnown(_ node: ToolStatement) -> Bool {
    guard let exact = node.version else { return !isOfNewLine(node) }
    guard let last = newest.first(where: { $0.major == exact.major }) else {
      return !isNew(exact.major)
    }
    return exact <= last
  }

  /// The newest known release of each line that isn't finished.
  private static let newest = [Version(24, 19, 0), Version(25, 9, 0), Version(26, 7, 0)]

  /// Whether a stated Node is of a line that is newer than all known ones.
  static func isOfNewLine(_ node: ToolStatement) -> Bool { line(of: node).map(isNew) ?? false }

  private static func isNew(_ line: Int) -> Bool { line > (newest.last?.major ?? 0) }

  /// The newest line of a statement, for a moving name the line that it means now; nil for another
  /// range without end.
  private static func line(of node: ToolStatement) -> Int? {
    if let exact = node.version { return exact.major }
    guard let range = node.range else { return nil }
    let lines = (0..<100).filter { Range("\($0)").map(range.intersects) ?? false }
    if node.isMoving { return lines.first }
    return range.contains(Version(9999, 0, 0)) ? nil : lines.last
  }
}
