import Ecosystem
import Time

extension [Release] {
  /// Sets when releases are old enough for a project's own minimum age.
  ///
  /// - Parameters:
  ///   - age: the minimum age; zero for none.
  ///   - isExempt: whether a version may be of any age.
  /// - Returns: the releases; one without a publication time has no end of the wait.
  package func maturing(after age: Duration, isExempt: (String) -> Bool) -> Self {
    guard age > .zero else { return self }
    return map { release in
      guard let published = release.published, !isExempt(release.version) else { return release }
      var release = release
      release.matureAt = published + age
      return release
    }
  }
}
