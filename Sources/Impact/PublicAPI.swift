/// What a version of a package offers to other code, as far as it can be read.
package struct PublicAPI: Hashable, Sendable {
  /// How names are compared.
  package enum Matching: Hashable, Sendable {
    /// By name and argument labels: functions with other labels are other functions.
    case labels
    /// By name alone; the number and the types of parameters are part of the signature.
    case names
    /// By full path, such as `Rack::Request`: names are global, and methods have no types.
    case paths
  }

  /// A part of the package that can't be compared.
  package struct Gap: Hashable, Sendable {
    /// The continuation of "the package": `has a binary target`.
    package var reason: String
    /// The names that depend on it; nil if any name could.
    package var names: Set<String>?
    /// Whether all names are known, and only their signatures aren't.
    package var isShallow = false
    /// What decides the names behind the gap, such as the digest of a file; nil if that isn't known.
    ///
    /// Versions with equal identities have the same names there.
    package var identity: String?

    /// Creates a gap.
    package init(_ reason: String, names: Set<String>? = nil) {
      self.reason = reason
      self.names = names
    }
  }

  /// How the names of the language are compared.
  package var matching: Matching
  /// All declarations, in the order of the files.
  package var declarations: [Declaration] = []
  /// What couldn't be read.
  package var gaps: [Gap] = []
  /// What the package needs and the repository may not have, such as `iOS` 13 or `node` >=18.
  package var needs: [String: String] = [:]
  /// What else a reviewer may want to know, such as the licence.
  package var facts: [String: String] = [:]
  /// The packages that come with it, with the versions that it accepts; names can move to them.
  package var companions: Set<String> = []
  /// The bytes of all files of the version; nil if they aren't known.
  package var size: Int?
  /// The modules that other code can import, such as `Alamofire` or `rxjs/operators`.
  package var modules: Set<String> = []

  /// Creates an interface without declarations.
  package init(matching: Matching) {
    self.matching = matching
  }

  /// Returns the gaps without those that another version has with the same identity.
  func gaps(besides other: PublicAPI) -> [Gap] {
    let known = Set(other.gaps.compactMap(\.identity))
    return gaps.filter { gap in gap.identity.map { !known.contains($0) } ?? true }
  }
}

/// How much of a version is read, so that no package can keep a visit busy.
///
/// Counts are used instead of times, so that a result doesn't depend on the machine.
package struct ScanLimits: Hashable, Sendable {
  /// The bytes of all sources of a version.
  package var bytes = 8 << 20
  /// The bytes of one source; larger ones are generated.
  package var file = 1 << 20
  /// The number of sources.
  package var files = 4_000
  /// The number of declarations.
  package var declarations = 60_000

  /// Creates the limits of a comparison: two versions take at most two seconds and 100 MB.
  package init() {}
}
