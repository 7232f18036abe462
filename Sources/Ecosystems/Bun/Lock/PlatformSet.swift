import JSON

/// A set of operating systems or processors, as Bun reads and writes it.
///
///     PlatformSet.os.text(of: ["linux", "darwin"])   // ["linux", "darwin"], sorted by length
///
/// Names that Bun doesn't know don't count. All names and the empty list are not written at all.
struct PlatformSet {
  private let names: [String]

  /// Operating systems, as `process.platform` names them.
  static let os = PlatformSet(names: [
    "aix", "darwin", "freebsd", "linux", "openbsd", "sunos", "win32", "android",
  ])
  /// Processors, as `process.arch` names them.
  static let cpu = PlatformSet(names: [
    "arm", "arm64", "ia32", "mips", "mipsel", "ppc", "ppc64", "s390", "s390x", "x32", "x64",
  ])

  /// Returns what the lock says about a list of a manifest; nil if it says nothing.
  func value(of list: Value?) -> Value? {
    let texts = list?.array?.compactMap(\.string) ?? list?.string.map { [$0] } ?? []
    guard let chosen = chosen(texts) else { return nil }
    if chosen.count == names.count { return nil }
    if chosen.isEmpty { return "none" }
    if chosen.count == 1, let only = chosen.first { return .string(only) }
    let others = names.filter { !chosen.contains($0) }
    if others.count == 1, let only = others.first { return .string("!" + only) }
    let isShort = chosen.count * 2 < names.count
    return .array(
      isShort
        ? sorted(chosen).map { Value.string($0) } : sorted(others).map { Value.string("!" + $0) })
  }

  /// Returns the names that a list admits; nil for a list without content.
  private func chosen(_ texts: [String]) -> [String]? {
    if texts.isEmpty { return nil }
    var added: Set<String> = []
    var removed: Set<String> = []
    var isAnyUnknown = false
    for text in texts {
      if text == "any" { return names }
      let isNegated = text.hasPrefix("!")
      let name = isNegated ? String(text.dropFirst()) : text
      guard names.contains(name) else {
        isAnyUnknown = isAnyUnknown || !isNegated
        continue
      }
      if isNegated { removed.insert(name) } else { added.insert(name) }
    }
    if !added.isEmpty { return names.filter(added.contains) }
    if isAnyUnknown && removed.isEmpty { return [] }
    return names.filter { !removed.contains($0) }
  }

  private func sorted(_ names: [String]) -> [String] {
    names.sorted { left, right in
      left.utf8.count != right.utf8.count
        ? left.utf8.count < right.utf8.count : left.precedesInBytes(right)
    }
  }

  /// Returns what the lock says about the C libraries of a manifest.
  static func libc(of list: Value?) -> Value? {
    let texts = list?.array?.compactMap(\.string) ?? list?.string.map { [$0] } ?? []
    let known = ["glibc", "musl"]
    let added = known.filter(texts.contains)
    let removed = known.filter { texts.contains("!" + $0) }
    let chosen = added.isEmpty && !removed.isEmpty ? known.filter { !removed.contains($0) } : added
    return chosen.count == 1 ? .string(chosen[0]) : nil
  }
}
