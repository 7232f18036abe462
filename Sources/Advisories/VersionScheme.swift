package import Versioning

/// An ecosystem's order of versions over their text, as advisories are read by it.
package struct VersionScheme: Sendable {
  /// Negative where the first is older, 0 where neither is; nil where either is no version.
  package let compare: @Sendable (String, String) -> Int?

  /// Takes the order of a version type.
  ///
  /// - Parameters:
  ///   - type: reads and orders versions.
  ///   - components: numbers that a version has at least: advisories write `1.20` where SemVer
  ///     wants `1.20.0`.
  package init<Number: Version>(of type: Number.Type, components: Int = 1) {
    compare = { left, right in
      guard let left = Number(completed(left, to: components)),
        let right = Number(completed(right, to: components))
      else { return nil }
      return left < right ? -1 : right < left ? 1 : 0
    }
  }

  /// Whether a text is a version.
  package func reads(_ text: String) -> Bool { compare(text, text) != nil }

  /// The same with OSV's `0`, which is before every version, pre-releases too.
  func order(_ left: String, _ right: String) -> Int? {
    if left == right { return 0 }
    if left == "0" { return reads(right) ? -1 : nil }
    if right == "0" { return reads(left) ? 1 : nil }
    return compare(left, right)
  }
}

/// Adds zeros that are missing: `1.20-beta` to three components is `1.20.0-beta`.
private func completed(_ version: String, to components: Int) -> String {
  let text = version.hasPrefix("v") ? version.dropFirst() : version[...]
  let end = text.firstIndex { $0 == "-" || $0 == "+" } ?? text.endIndex
  let missing = components - text[..<end].split(separator: ".").count
  guard missing > 0, end != text.startIndex else { return String(text) }
  return text[..<end] + String(repeating: ".0", count: missing) + text[end...]
}
