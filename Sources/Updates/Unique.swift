extension Array where Element: Hashable {
  /// Each element once, in the order of its first place: a dependency may move in the same way in
  /// several directories.
  var unique: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
