package import Ecosystem

extension SwiftPMEcosystem {
  /// Converts a requirement to the form in which Xcode projects have it.
  ///
  ///     5.9 up to 6        upToNextMajorVersion 5.9.0
  ///     0.5.1 up to 0.6    upToNextMinorVersion 0.5.1
  ///     1.2 up to 3        versionRange 1.2.0, 3.0.0
  ///     any version        upToNextMajorVersion of the locked version
  package func requirement(
    _ requirement: MigrationRequirement, for offer: PackageOffer
  ) -> PackageRequirement? {
    switch requirement {
    case .branch(let name):
      guard case .branch = offer.origin.reference else { return nil }
      return PackageRequirement(kind: "branch", [("branch", name)], text: "branch \(name)")
    case .commit:
      return PackageRequirement(
        kind: "revision", [("revision", offer.commit)], text: "revision \(offer.commit)")
    case .other: return nil
    case .any, .exact, .range: break
    }
    guard let current = offer.version.flatMap({ SemanticVersion($0) }) else { return nil }
    switch requirement {
    case .exact(let text):
      guard let version = SemanticVersion(padding: text) else { return nil }
      // The podspec's version can differ from the tag's, which SwiftPM uses.
      let remark = version == current ? nil : "the tag is \(current)"
      return PackageRequirement(exactly: current, remark: remark)
    case .range(let low, let high):
      return PackageRequirement(from: low, upTo: high, accepting: current)
    default:
      return PackageRequirement(
        current.majorRange,
        remark: "the old requirement accepts every version, this one the locked major version")
    }
  }
}

extension PackageRequirement {
  fileprivate init(
    kind: String, _ fields: [(String, String)], text: String, remark: String? = nil
  ) {
    let all = [("kind", kind)] + fields
    self.init(
      fields: all.map { Field($0.0, $0.1) }.sorted { $0.key < $1.key }, text: text,
      remark: remark)
  }

  fileprivate init(exactly version: SemanticVersion, remark: String?) {
    self.init(
      kind: "exactVersion", [("version", "\(version)")], text: "exactly \(version)",
      remark: remark)
  }

  /// Creates the requirement of a range; nil if a bound isn't a version for SwiftPM, or if the
  /// version isn't in the range.
  fileprivate init?(from low: String?, upTo high: String?, accepting version: SemanticVersion) {
    let lower = low.map { SemanticVersion(padding: $0) } ?? SemanticVersion(0, 0, 0)
    guard let lower else { return nil }
    guard let high else {
      guard version >= lower else { return nil }
      self.init(
        version.majorRange,
        remark: "the old requirement has no upper bound, this one accepts the locked major version")
      return
    }
    guard let upper = SemanticVersion(padding: high) else { return nil }
    let range = VersionRange(lower, upTo: upper)
    guard range.contains(version) else { return nil }
    self.init(range, remark: nil)
  }

  /// Creates the requirement of a range in the shortest form.
  fileprivate init(_ range: VersionRange, remark: String?) {
    let low = [("minimumVersion", "\(range.lower)")]
    let text = range.description
    if range == range.lower.majorRange {
      self.init(kind: "upToNextMajorVersion", low, text: text, remark: remark)
    } else if range == range.lower.minorRange {
      self.init(kind: "upToNextMinorVersion", low, text: text, remark: remark)
    } else {
      self.init(
        kind: "versionRange", low + [("maximumVersion", "\(range.upper)")], text: text,
        remark: remark)
    }
  }
}

extension SemanticVersion {
  /// The versions up to the next major one.
  fileprivate var majorRange: VersionRange {
    VersionRange(self, upTo: SemanticVersion(major.advancedSafely, 0, 0))
  }

  /// The versions up to the next minor one.
  fileprivate var minorRange: VersionRange {
    VersionRange(self, upTo: SemanticVersion(major, minor.advancedSafely, 0))
  }

  /// Reads one to three numbers with what may follow: `5`, `5.9`, `v5.9.1-beta.1`.
  init?(padding text: String) {
    let text = text.first == "v" ? String(text.dropFirst()) : text
    let core = text.prefix { $0 != "-" && $0 != "+" }
    let count = core.split(separator: ".", omittingEmptySubsequences: false).count
    let zeros = String(repeating: ".0", count: max(0, 3 - count))
    self.init(String(core) + zeros + text.dropFirst(core.count))
  }
}
