/// What happens to open pull requests of a bot that updated a repository before; the key `takeover`.
package enum Takeover: String, CaseIterable, Hashable, Sendable {
  /// Their branches and pull requests continue as martlet's.
  case adopt
  /// They are closed once a pull request of martlet has the same updates.
  case close
  /// They stay, and martlet opens nothing for what they already propose.
  case ignore
}
