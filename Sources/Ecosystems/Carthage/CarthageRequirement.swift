/// The versions that a line of a Cartfile accepts.
///
///     github "a/b"                 any release
///     github "a/b" >= 1.2          1.2.0 and later
///     github "a/b" ~> 1.2          1.2.0 up to 2.0.0; ~> 0.2 up to 0.3.0
///     github "a/b" == 1.2.3        that version
///     github "a/b" "develop"       a branch, tag or commit
package enum CarthageRequirement: Hashable, Sendable {
  /// Every version except pre-releases.
  case any
  /// The version and later ones.
  case atLeast(CarthageVersion)
  /// The version and later ones of the same major version; below 1.0 of the same minor version.
  case compatible(CarthageVersion)
  /// Exactly the version, with its build metadata.
  case exactly(CarthageVersion)
  /// A branch, tag or commit.
  case reference(String)

  /// Whether a tag or commit satisfies the requirement; a tag without a version always does.
  package func isSatisfied(by pin: String) -> Bool {
    CarthageVersion(pin).map(isSatisfied) ?? true
  }

  /// Whether a version satisfies the requirement.
  ///
  /// A pre-release does only if the requirement names a pre-release with the same three numbers.
  package func isSatisfied(by version: CarthageVersion) -> Bool {
    switch self {
    case .any: !version.isPrerelease
    case .reference: true
    case .exactly(let exact): version == exact
    case .atLeast(let bound): Self.admits(version, from: bound)
    case .compatible(let bound):
      Self.admits(version, from: bound)
        && (version.numbers[0] == 0
          ? version.numbers[1] == bound.numbers[1] : version.numbers[0] == bound.numbers[0])
    }
  }

  private static func admits(_ version: CarthageVersion, from bound: CarthageVersion) -> Bool {
    let isAllowed =
      !version.isPrerelease || (bound.isPrerelease && version.numbers == bound.numbers)
    return isAllowed && version >= bound
  }
}

extension CarthageRequirement {
  /// Returns a requirement for what both accept, as Carthage computes it; nil if they exclude each
  /// other.
  ///
  /// The result follows Carthage 0.40.0 where that is stricter or looser than set intersection:
  /// `~> 1.2` and `== 0.9` exclude each other by the major version alone, and a reference wins over
  /// every range.
  func intersection(_ other: CarthageRequirement) -> CarthageRequirement? {
    switch (self, other) {
    case (.reference(let left), .reference(let right)): left == right ? self : nil
    case (.reference, _): self
    case (_, .reference): other
    case (.any, _): other.withoutBuild
    case (_, .any): withoutBuild
    case (.exactly(let left), .exactly(let right)): left == right ? self : nil
    case (.exactly(let exact), let range), (let range, .exactly(let exact)):
      range.withoutBuild.includes(exact) ? .exactly(exact) : nil
    default: withoutBuild.rangeIntersection(other.withoutBuild)
    }
  }

  /// The same range without build metadata; an exact version keeps it.
  private var withoutBuild: CarthageRequirement {
    switch self {
    case .atLeast(let bound): .atLeast(bound.withoutBuild)
    case .compatible(let bound): .compatible(bound.withoutBuild)
    case .any, .exactly, .reference: self
    }
  }

  /// Whether a range leaves room for an exact version.
  private func includes(_ exact: CarthageVersion) -> Bool {
    switch self {
    case .atLeast(let bound): bound <= exact
    case .compatible(let bound): bound.numbers[0] == exact.numbers[0] && bound <= exact
    case .any, .exactly, .reference: true
    }
  }

  private func rangeIntersection(_ other: CarthageRequirement) -> CarthageRequirement? {
    switch (self, other) {
    case (.atLeast(let left), .atLeast(let right)): .atLeast(max(left, right))
    case (.atLeast(let lowest), .compatible(let bound)),
      (.compatible(let bound), .atLeast(let lowest)):
      lowest.numbers[0] > bound.numbers[0]
        ? nil : .compatible(lowest.numbers[0] < bound.numbers[0] ? bound : max(lowest, bound))
    case (.compatible(let left), .compatible(let right)):
      left.numbers[0] != right.numbers[0]
        || (left.numbers[0] == 0 && left.numbers[1] != right.numbers[1])
        ? nil : .compatible(max(left, right))
    default: nil
    }
  }
}

extension CarthageRequirement: CustomStringConvertible {
  /// The text in a Cartfile, with three numbers: `~> 1.2.0`; empty for any version.
  package var description: String {
    switch self {
    case .any: ""
    case .atLeast(let version): ">= \(version)"
    case .compatible(let version): "~> \(version)"
    case .exactly(let version): "== \(version)"
    case .reference(let name): "\"\(name)\""
    }
  }
}
