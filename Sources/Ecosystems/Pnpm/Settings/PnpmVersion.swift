import Ecosystem
import JavaScript
import Text

/// The version of pnpm whose lock is written.
struct PnpmVersion: Hashable, Sendable {
  /// 9, 10 or 11.
  var major: Int

  /// Creates a version.
  ///
  /// - Throws: a refusal for a version whose lock martlet does not write.
  init(_ text: String, at place: Location?) throws(Problem) {
    let major = text.split(separator: ".").first.flatMap { Int($0) }
    guard let major, (9...11).contains(major) else {
      throw Problem(
        .refused, "is a version whose lock martlet does not write, only 9, 10 and 11",
        subject: "pnpm \(text)", at: place)
    }
    self.major = major
  }

  /// Whether settings are read from `package.json` and from all keys of `.npmrc`.
  var readsManifestSettings: Bool { major < 11 }
  /// Whether settings are read from `pnpm-workspace.yaml`.
  var readsWorkspaceSettings: Bool { major > 9 }
  /// Whether optional dependencies are looked up in full documents, which have `libc`.
  var readsFullDocuments: Bool { major > 9 }
  /// Whether missing peers are taken from the root of the workspace first.
  var hoistsFromRoot: Bool { major > 9 }
}
