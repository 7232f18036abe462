import Changelogs
import Versioning

/// A simple version: numbers with dots and an optional word after a hyphen.
struct Number: Version {
  let parts: [Int]
  let word: String

  init?(_ text: String) {
    let halves = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    let parts = halves[0].split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count <= 4, !parts.contains(nil) else { return nil }
    self.parts = parts.compactMap(\.self)
    word = halves.count > 1 ? String(halves[1]) : ""
    if halves.count > 1, word.isEmpty || word.contains(" ") { return nil }
  }

  var isPrerelease: Bool { !word.isEmpty }
  var description: String { parts.map(String.init).joined(separator: ".") }

  static func < (left: Number, right: Number) -> Bool {
    if left.parts != right.parts { return left.parts.lexicographicallyPrecedes(right.parts) }
    if left.word.isEmpty || right.word.isEmpty { return !left.word.isEmpty && right.word.isEmpty }
    return left.word < right.word
  }
}

let order = VersionOrder(of: Number.self)
