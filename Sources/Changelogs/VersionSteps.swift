internal import Versioning

extension VersionOrder {
  /// Whether two texts are the same version.
  func isSame(_ one: String, _ other: String) -> Bool { compare(one, other) == 0 }

  /// Whether a version is above the old one and not above the new one.
  func isBetween(_ version: String, _ old: String, _ new: String) -> Bool {
    isLower(old, version) == true && isLower(new, version) == false
  }
}
