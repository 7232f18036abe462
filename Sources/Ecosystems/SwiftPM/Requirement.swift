/// Which versions, branch or commit of a package a manifest asks for.
package enum Requirement: Hashable, Sendable {
  /// This version alone; build metadata is passed over.
  case exact(SemanticVersion)
  /// `from:`, `.upToNextMajor`, `.upToNextMinor`, `a..<b` and `a...b`, all in one form.
  case range(VersionRange)
  /// The branch's newest commit; the pin records which it was.
  case branch(String)
  /// A commit by its hexadecimal name.
  case revision(String)

  /// Accepts everything from `version` up to the next major one.
  package static func upToNextMajor(from version: SemanticVersion) -> Self {
    .range(VersionRange(version, upTo: SemanticVersion(version.major.advancedSafely, 0, 0)))
  }

  /// Accepts everything from `version` up to the next minor one.
  package static func upToNextMinor(from version: SemanticVersion) -> Self {
    .range(
      VersionRange(version, upTo: SemanticVersion(version.major, version.minor.advancedSafely, 0)))
  }

  /// Accepts `lower` to `upper`, both included.
  ///
  /// SwiftPM reads the bound as the patch after it, prerelease and build kept.
  package static func closed(_ lower: SemanticVersion, _ upper: SemanticVersion) -> Self {
    let bound = SemanticVersion(
      upper.major, upper.minor, upper.patch.advancedSafely, prerelease: upper.prerelease,
      build: upper.build)
    return .range(VersionRange(lower, upTo: bound))
  }

  /// Whether a version meets it; a branch or revision is met by none.
  package func contains(_ version: SemanticVersion) -> Bool {
    switch self {
    case .exact(let exact): exact == version
    case .range(let range): range.contains(version)
    case .branch, .revision: false
    }
  }

  /// Whether it names versions, not a branch or commit.
  package var isVersioned: Bool {
    switch self {
    case .exact, .range: true
    case .branch, .revision: false
    }
  }

  /// The branch or commit that it names.
  package var revisionName: String? {
    switch self {
    case .exact, .range: nil
    case .branch(let name), .revision(let name): name
    }
  }
}

extension Requirement: CustomStringConvertible {
  /// `1.2.3`, `1.2.3..<2.0.0`, `branch main`, `revision 0a1b…`.
  package var description: String {
    switch self {
    case .exact(let version): version.description
    case .range(let range): range.description
    case .branch(let name): "branch \(name)"
    case .revision(let name): "revision \(name)"
    }
  }
}

/// Versions from a lower bound up to an upper one, which is left out.
package struct VersionRange: Hashable, Sendable, CustomStringConvertible {
  /// The lowest version that satisfies it.
  package var lower: SemanticVersion
  /// The first version that is not meant.
  package var upper: SemanticVersion

  /// Pairs the bounds; a range whose bounds are out of order holds nothing.
  package init(_ lower: SemanticVersion, upTo upper: SemanticVersion) {
    self.lower = lower
    self.upper = upper
  }

  /// Whether prereleases may be chosen: one of the bounds is one.
  package var allowsPrereleases: Bool { lower.isPrerelease || upper.isPrerelease }

  /// Whether SwiftPM counts a version in, which for prereleases depends on the bounds.
  ///
  /// A prerelease needs a bound that is one, and `2.0.0-alpha` never lies below an upper bound of
  /// 2.0.0.
  package func contains(_ version: SemanticVersion) -> Bool {
    if version.isPrerelease {
      guard allowsPrereleases else { return false }
      if !upper.isPrerelease && upper == version.release { return false }
    }
    return version == lower || (version >= lower && version < upper)
  }

  /// With the operator that SwiftPM writes in its messages: `1.2.3..<2.0.0`.
  package var description: String { "\(lower)..<\(upper)" }
}
