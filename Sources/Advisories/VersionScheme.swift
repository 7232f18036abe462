package import Versioning

/// An ecosystem's version order, applied to text.
package struct VersionScheme: Sendable {
  /// Negative if the first version is lower, 0 if they are equal; nil if either is invalid.
  package let compare: @Sendable (String, String) -> Int?

  /// Creates a scheme from a version type.
  ///
  /// - Parameters:
  ///   - type: parses and orders versions.
  ///   - components: the minimum number of components; missing ones are added as zeros, because advisories write `1.20` where SemVer requires `1.20.0`.
  package init<Number: Version>(of type: Number.Type, components: Int = 1) {
    compare = { left, right in
      guard let left = Number(completed(left, to: components)),
        let right = Number(completed(right, to: components))
      else { return nil }
      return left < right ? -1 : right < left ? 1 : 0
    }
  }

  /// Whether a text is a valid version.
  package func reads(_ text: String) -> Bool { compare(text, text) != nil }

  /// Compares versions like `compare`, with OSV's `0` before every version and pre-release.
  func order(_ left: String, _ right: String) -> Int? {
    if left == right { return 0 }
    if left == "0" { return reads(right) ? -1 : nil }
    if right == "0" { return reads(left) ? 1 : nil }
    return compare(left, right)
  }
}

/// Adds missing zeros: `1.20-beta` with three components becomes `1.20.0-beta`.
private func completed(_ version: String, to components: Int) -> String {
  let text = version.hasPrefix("v") ? version.dropFirst() : version[...]
  let end = text.firstIndex { $0 == "-" || $0 == "+" } ?? text.endIndex
  let missing = components - text[..<end].split(separator: ".").count
  guard missing > 0, end != text.startIndex else { return String(text) }
  return text[..<end] + String(repeating: ".0", count: missing) + text[end...]
}
