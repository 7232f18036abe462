import JavaScript

/// A patch that Yarn itself applies to a package: `plugin-compat`.
///
/// Some hashes of patches are known. So a checksum is known if the patch leaves the package as it is: it
/// has no part for the version, or Yarn skips it since the file that it changes is missing. Otherwise
/// the patch comes from the release of Yarn (`PatchProver`).
///
///     resolve@patch:resolve@npm%3A1.1.7#optional!builtin<compat/resolve>::version=1.1.7&hash=3bafbf
struct BuiltInPatch: Hashable, Sendable {
  /// The packages with patches.
  static let names: Set<String> = ["fsevents", "resolve", "typescript"]

  /// The hash of a patch without a part for the version.
  private static let empty = "3bafbf"

  /// The hash in the locator.
  let hash: String
  /// The first file that the patch changes; nil if it has no part for the version.
  let file: String?

  /// Creates the patch that a release of Yarn has for a version.
  init(hash: String, file: String?) {
    (self.hash, self.file) = (hash, file)
  }

  /// Returns the patch of a package; nil if it isn't known.
  ///
  /// - Parameters:
  ///   - name: the package.
  ///   - version: its version.
  ///   - yarn: the version of Yarn; other patches and hashes are known of 3.3 to 4.18.
  init?(_ name: String, _ version: Version, _ yarn: Version) {
    guard yarn >= Version(3, 3, 0), yarn < Version(4, 19, 0), yarn.major != 4 || !yarn.isPrerelease
    else { return nil }
    switch name {
    case "fsevents":
      guard !version.isPrerelease else { return nil }
      switch (version.major, version.minor) {
      case (1, _): (hash, file) = ("d11327", "fsevents.js")
      case (2, 1): (hash, file) = ("31d12a", "fsevents.js")
      case (2, 2...): (hash, file) = ("df0bf1", "fsevents.js")
      default: (hash, file) = (Self.empty, nil)
      }
    case "resolve":
      guard version >= Version(1, 9, 0) else {
        (hash, file) = (Self.empty, nil)
        return
      }
      (hash, file) = (yarn < Version(4, 18, 0) ? "c3c19d" : "9bd1a5", "lib/normalize-options.js")
    case "typescript":
      // The parts for the versions between change with almost every version of Yarn.
      guard version < Version(3, 0, 0) else { return nil }
      (hash, file) = (Self.empty, nil)
    default: return nil
    }
  }

  /// Whether a version of Yarn skips a patch whose file is missing, instead of failing.
  static func skipsMissingFiles(_ yarn: Version) -> Bool { yarn >= Version(4, 18, 0) }
}
