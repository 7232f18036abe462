import Ecosystem
import JavaScript

/// The settings of `.npmrc` that influence npm's tree.
struct SettingsCheck {
  let settings: Settings

  /// The unsupported settings with the values that have no effect.
  private static let unknown: [String: Set<String>] = [
    "install-links": ["false"], "install-strategy": ["hoisted"], "prefer-dedupe": ["false"],
    "force": ["false"], "before": [], "tag": ["latest"], "global-style": ["false"],
    "legacy-bundling": ["false"], "omit-lockfile-registry-resolved": ["false"],
    "package-lock": ["true"], "shrinkwrap": ["true"], "format-package-lock": ["true"],
    "global": ["false"], "os": [], "cpu": [], "libc": [], "workspace": [],
    "workspaces": ["true"], "node-version": [], "offline": ["false"],
    "dry-run": ["false"], "save-bundle": ["false"], "location": ["user", "project"],
    // Settings of npm 11; older ones ignore them.
    "min-release-age": ["0"], "allow-git": ["all"], "allow-remote": ["all"],
    "allow-file": ["all"], "allow-directory": ["all"],
  ]

  /// Throws a refusal for an unsupported setting.
  func check() throws(Problem) {
    for entry in settings.entries {
      if entry.key == "lockfile-version", entry.value != "2", entry.value != "3" {
        throw Problem(
          .refused, "requires a lock format that martlet does not write",
          subject: entry.key, at: entry.location, advice: "use 2 or 3")
      }
      guard let harmless = Self.unknown[entry.key], entry.value.map(harmless.contains) != true
      else { continue }
      throw Problem(
        .refused, "is a setting that martlet does not support, because it changes the tree",
        subject: entry.key, at: entry.location)
    }
  }

  var peers: PeerPolicy {
    PeerPolicy(
      isLegacy: settings.isOn("legacy-peer-deps"), isStrict: settings.isOn("strict-peer-deps"))
  }

  /// `engine-strict`: a package whose `engines` exclude the project's Node or npm is an error.
  var isEngineStrict: Bool { settings.isOn("engine-strict") }

  var lockVersion: Int? {
    settings["lockfile-version"].flatMap { Int($0) }.flatMap { (2...3).contains($0) ? $0 : nil }
  }
}
