/// An account of a forge: a person's, a bot's or ours.
package struct Account: Hashable, Codable, Sendable {
  /// The unique name, as in mentions; some hosts add a suffix to those of bots.
  package var login: String
  /// The full name.
  package var displayName: String
  /// Whether the forge marks it as a bot.
  package var isBot: Bool

  /// Creates an account; without a full name it is the login.
  package init(login: String, displayName: String? = nil, isBot: Bool = false) {
    self.login = login
    self.displayName = displayName ?? login
    self.isBot = isBot
  }
}

/// What an account may do in a repository; each level includes those before it.
package enum Permission: Int, Comparable, Sendable {
  /// No access: the repository is hidden.
  case none
  /// Reads and comments.
  case read
  /// Manages issues and pull requests, without pushing.
  case triage
  /// Pushes and merges.
  case write
  /// Manages the repository, except for what can't be undone.
  case maintain
  /// Manages everything.
  case admin

  /// Orders levels from `none` to `admin`.
  package static func < (left: Permission, right: Permission) -> Bool {
    left.rawValue < right.rawValue
  }
}
