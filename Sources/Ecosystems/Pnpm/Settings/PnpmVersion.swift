import Ecosystem
import JavaScript
import Text

/// The version of pnpm whose lock is written.
struct PnpmVersion: Hashable, Sendable {
  /// 8, 9, 10 or 11.
  var major: Int
  /// The highest number if the version has only a major.
  var minor: Int
  /// The highest number if the version has no patch.
  var patch: Int

  /// Creates a version.
  ///
  /// - Throws: a refusal for a version whose lock martlet does not write.
  init(_ text: String, at location: Location?) throws(Problem) {
    let numbers = text.split(separator: ".").map { part in
      Int(part.prefix { $0 != "-" && $0 != "+" })
    }
    major = (numbers.first ?? nil) ?? 0
    minor = numbers.count > 1 ? numbers[1] ?? .max : .max
    patch = numbers.count > 2 ? numbers[2] ?? .max : .max
    let oldest = Self.oldest
    guard isAtLeast(oldest.major, oldest.minor, oldest.patch), major < 12 else {
      throw Problem(
        .refused, "is a version whose lock martlet does not write, only \(Self.written)",
        subject: "pnpm \(text)", at: location)
    }
  }

  /// The versions whose locks are written, for messages.
  static let written = "8.6.12 and later, 9, 10 and 11"

  /// The oldest version whose lock is written.
  private static let oldest = (major: 8, minor: 6, patch: 12)

  /// The newest versions with which locks were compared, one of each line.
  private static let measured = [
    Version(8, 15, 9), Version(9, 15, 9), Version(10, 34, 5), Version(11, 22, 0),
  ]

  /// Returns the newest measured version of a line if a version is newer; nil if it isn't.
  static func unmeasured(_ version: PnpmVersion) -> Version? {
    measured.first { $0.major == version.major && $0 < version.version }
  }

  /// Whether the version is not older than another.
  func isAtLeast(_ other: (major: Int, minor: Int)) -> Bool { (major, minor) >= other }

  /// Whether the version is not older than another.
  func isAtLeast(_ major: Int, _ minor: Int, _ patch: Int) -> Bool {
    (self.major, self.minor, self.patch) >= (major, minor, patch)
  }

  /// The version as ranges compare it.
  var version: Version { Version(major, minor, patch) }

  /// Whether this version has a change.
  func has(_ change: ToolChange) -> Bool { change.applies(to: version) }

  // MARK: Values

  /// The form of the lock, which depends on the major version alone.
  var layout: LockLayout { major > 8 ? .split : .joined }
  /// The longest line before texts are folded; nil if they never are.
  var lineWidth: Int? { has(.foldsLines) ? 1000 : nil }
  /// How the names are read that a package bundles.
  var bundleRule: BundleRule {
    if isAtLeast(8, 15, 1) { return .listOrTrue }
    return isAtLeast(8, 13, 0) ? .listOrBoolean : .list
  }
}

/// How a version of pnpm reads the names that a package bundles.
///
/// Source: `getNonDevWantedDependencies.ts` and `toLockfileDependency` of pnpm 8.12, 8.13 and 8.15.1.
enum BundleRule: Hashable, Sendable {
  /// A list in `bundleDependencies`; the lock also has one of `bundledDependencies`.
  case list
  /// A list, or `true` for all dependencies; the lock also says `false`.
  case listOrBoolean
  /// A list, or `true` for all dependencies.
  case listOrTrue
}
