/// The package worlds that martlet keeps fresh, under the names that `dependabot.yml` gives them.
package enum EcosystemName: String, CaseIterable, Codable, Hashable, Sendable {
  case npm
  case bundler
  case swift
}
