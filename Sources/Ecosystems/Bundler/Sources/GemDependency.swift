import Gems
import Ruby

/// A requirement on a gem.
struct GemDependency: Hashable, Sendable, CustomStringConvertible {
  var name: String
  var requirement: GemRequirement

  /// As RubyGems prints it; the lock is sorted by it.
  var description: String { "\(name) (\(requirement))" }

  /// As a line of the lock.
  var locked: String { requirement.locked.map { "\(name) (\($0))" } ?? name }
}
