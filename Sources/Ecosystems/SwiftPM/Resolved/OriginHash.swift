import Crypto
import Text

/// The fingerprint of what a resolution starts from, which `Package.resolved` carries.
///
/// SwiftPM 6.3.1 trusts the pins where it still matches; Xcode builds it of the project instead of
/// a manifest, by a recipe that reproduces four public projects.
package enum OriginHash {
  /// Hashes the roots' manifests, then the locations of dependencies that no manifest declares.
  ///
  /// - Parameters:
  ///   - manifests: the bytes of the chosen manifests: one for a plain package; for Xcode those of
  ///     all local packages, ordered by path.
  ///   - locations: for Xcode the package URLs as the project writes them, ordered by identity.
  /// - Returns: SHA-256 in lowercase hexadecimal digits.
  package static func of(manifests: [[UInt8]], locations: [String] = []) -> String {
    Digest(.sha256, of: manifests.flatMap(\.self) + locations.flatMap { Array($0.utf8) })
      .hexadecimal
  }
}
