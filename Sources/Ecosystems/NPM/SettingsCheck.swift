import Ecosystem
import JavaScript
import Time

/// The settings of `.npmrc` that influence npm's tree.
struct SettingsCheck {
  let settings: Settings

  /// The unsupported settings with the values that have no effect.
  private static let unknown: [String: Set<String>] = [
    "install-links": ["false"], "install-strategy": ["hoisted"], "force": ["false"], "before": [],
    "tag": ["latest"], "global-style": ["false"],
    "legacy-bundling": ["false"], "omit-lockfile-registry-resolved": ["false"],
    "format-package-lock": ["true"],
    "global": ["false"], "os": [], "cpu": [], "libc": [], "workspace": [],
    "workspaces": ["true"], "node-version": [], "offline": ["false"],
    "dry-run": ["false"], "save-bundle": ["false"], "location": ["user", "project"],
  ]

  /// Throws a refusal for an unsupported setting.
  ///
  /// - Parameter hasLock: whether the project has a lock, which `package-lock=false` ignores.
  /// - Throws: the refusal.
  func check(hasLock: Bool) throws(Problem) {
    for entry in settings.entries {
      if ["package-lock", "shrinkwrap"].contains(entry.key), entry.value != "true", hasLock {
        throw Problem(
          .refused, "makes npm ignore the lock, which the project has all the same",
          subject: entry.key, at: entry.location, advice: "remove the setting or the lock")
      }
      if entry.key == "lockfile-version", entry.value != "2", entry.value != "3" {
        throw Problem(
          .refused, "requires a lock format that martlet does not write",
          subject: entry.key, at: entry.location, advice: "use 2 or 3")
      }
      if entry.key == "min-release-age", minimumAge == nil {
        throw Problem(
          .refused, "is not a number of days that martlet can read", subject: entry.key,
          at: entry.location)
      }
      guard let harmless = Self.unknown[entry.key], entry.value.map(harmless.contains) != true
      else { continue }
      throw Problem(
        .refused, "is a setting that martlet does not support, because it changes the tree",
        subject: entry.key, at: entry.location)
    }
  }

  /// Whether npm writes locks.
  var writesLock: Bool {
    ["package-lock", "shrinkwrap"].allSatisfy { settings[$0].map { $0 == "true" } ?? true }
  }

  /// `min-release-age` in days, zero without one; nil if the value isn't a number of days.
  ///
  /// npm 11.10 and later don't choose younger versions; older ones ignore it. `allow-git`,
  /// `allow-remote`, `allow-file` and `allow-directory` aren't settings of the tree: npm then ends with
  /// an error instead of writing another lock.
  var minimumAge: Duration? {
    let values = settings.entries.filter { $0.key == "min-release-age" }.map(\.value)
    guard let last = values.last else { return .zero }
    guard let days = last.flatMap({ Int($0) }), 0...36_500 ~= days else { return nil }
    return .days(days)
  }

  var peers: PeerPolicy {
    PeerPolicy(
      isLegacy: settings.isOn("legacy-peer-deps"), isStrict: settings.isOn("strict-peer-deps"),
      prefersDedupe: settings.isOn("prefer-dedupe"))
  }

  /// `engine-strict`: a package whose `engines` exclude the project's Node or npm is an error.
  var isEngineStrict: Bool { settings.isOn("engine-strict") }

  var lockVersion: Int? {
    settings["lockfile-version"].flatMap { Int($0) }.flatMap { (2...3).contains($0) ? $0 : nil }
  }
}
