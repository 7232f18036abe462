/// The package worlds that martlet keeps fresh, under the names that `dependabot.yml` gives them.
package enum EcosystemName: String, CaseIterable, Codable, Hashable, Sendable {
  /// `package.json` and `package-lock.json`.
  case npm
  /// `Gemfile`, gemspecs and `Gemfile.lock`.
  case bundler
  /// `Package.swift` or Xcode's project, and `Package.resolved`.
  case swift
}
