package import Versioning

/// An ecosystem's version order, applied to text.
package struct VersionOrder: Sendable {
  /// Whether a text is a valid version.
  package let isVersion: @Sendable (String) -> Bool
  /// Whether the first version is lower than the second; nil if either is invalid.
  package let isLower: @Sendable (String, String) -> Bool?

  /// Creates an order from a version type.
  package init<Number: Version>(of type: Number.Type) {
    isVersion = { Number($0) != nil }
    isLower = { left, right in
      guard let left = Number(left), let right = Number(right) else { return nil }
      return left < right
    }
  }

  /// Whether two texts are the same version.
  func isSame(_ one: String, _ other: String) -> Bool {
    isLower(one, other) == false && isLower(other, one) == false
  }

  /// Whether a version is above the old one and not above the new one.
  func isBetween(_ version: String, _ old: String, _ new: String) -> Bool {
    isLower(old, version) == true && isLower(new, version) == false
  }
}
