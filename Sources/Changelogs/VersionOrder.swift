package import Versioning

/// An ecosystem's order of versions over their text, so that notes of all ecosystems are cut alike.
package struct VersionOrder: Sendable {
  /// Whether a text is a version.
  package let isVersion: @Sendable (String) -> Bool
  /// Whether the first is lower than the second; nil where either is no version.
  package let isLower: @Sendable (String, String) -> Bool?

  /// Takes the order of a version type.
  package init<Number: Version>(of type: Number.Type) {
    isVersion = { Number($0) != nil }
    isLower = { left, right in
      guard let left = Number(left), let right = Number(right) else { return nil }
      return left < right
    }
  }

  /// Whether two texts mean the same version.
  func isSame(_ one: String, _ other: String) -> Bool {
    isLower(one, other) == false && isLower(other, one) == false
  }

  /// Whether a version is above the old one and not above the new one.
  func isBetween(_ version: String, _ old: String, _ new: String) -> Bool {
    isLower(old, version) == true && isLower(new, version) == false
  }
}
