/// Somebody at a forge: a person, a bot, or this service itself.
package struct Account: Hashable, Codable, Sendable {
  /// The name to mention and to compare; GitHub Apps carry the suffix `[bot]`.
  package var login: String
  /// The name to show.
  package var displayName: String
  /// Whether the forge says that no person acts here.
  package var isBot: Bool

  /// Names an account.
  package init(login: String, displayName: String? = nil, isBot: Bool = false) {
    self.login = login
    self.displayName = displayName ?? login
    self.isBot = isBot
  }
}

/// What an account may do in a repository, each step including those before it.
package enum Permission: Int, Comparable, Sendable {
  /// Nothing at all: the repository is hidden from them.
  case none
  /// See, and comment.
  case read
  /// Manage issues and pull requests without writing code.
  case triage
  /// Push, and merge.
  case write
  /// Manage the repository but for what cannot be undone.
  case maintain
  /// Everything.
  case admin

  /// By what they allow: `none` is the least, `admin` the greatest.
  package static func < (left: Permission, right: Permission) -> Bool {
    left.rawValue < right.rawValue
  }
}
