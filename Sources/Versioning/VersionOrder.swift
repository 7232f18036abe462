/// An ecosystem's version order, applied to text.
package struct VersionOrder: Sendable {
  /// Whether a text is a valid version.
  package let isVersion: @Sendable (String) -> Bool
  /// Negative if the first version is lower, 0 if they are equal; nil if either is invalid.
  package let compare: @Sendable (String, String) -> Int?

  /// Creates an order from a version type.
  package init<Number: Version>(of type: Number.Type) {
    isVersion = { Number($0) != nil }
    compare = { left, right in
      guard let left = Number(left), let right = Number(right) else { return nil }
      return left < right ? -1 : right < left ? 1 : 0
    }
  }

  private init(
    isVersion: @escaping @Sendable (String) -> Bool,
    compare: @escaping @Sendable (String, String) -> Int?
  ) {
    self.isVersion = isVersion
    self.compare = compare
  }

  /// Whether the first version is lower than the second; nil if either is invalid.
  package func isLower(_ left: String, _ right: String) -> Bool? {
    compare(left, right).map { $0 < 0 }
  }

  /// Returns the order for a looser spelling: with a leading `v`, and with fewer components.
  ///
  /// - Parameter components: the minimum number of components; missing ones are added as zeros, so
  ///   that `1.20-beta` with three components becomes `1.20.0-beta`.
  /// - Returns: an order for texts in both spellings.
  package func completing(to components: Int) -> VersionOrder {
    VersionOrder(
      isVersion: { [isVersion] text in isVersion(completed(text, to: components)) },
      compare: { [compare] left, right in
        compare(completed(left, to: components), completed(right, to: components))
      })
  }
}

private func completed(_ version: String, to components: Int) -> String {
  let text = version.hasPrefix("v") ? version.dropFirst() : version[...]
  let end = text.firstIndex { $0 == "-" || $0 == "+" } ?? text.endIndex
  let missing = components - text[..<end].split(separator: ".").count
  guard missing > 0, end != text.startIndex else { return String(text) }
  return text[..<end] + String(repeating: ".0", count: missing) + text[end...]
}
