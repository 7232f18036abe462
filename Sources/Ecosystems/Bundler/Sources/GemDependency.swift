import Ruby

/// A gem that another needs, and which versions of it will do.
struct GemDependency: Hashable, Sendable, CustomStringConvertible {
  var name: String
  var requirement: GemRequirement

  /// As RubyGems prints it, which is what the lock sorts by.
  var description: String { "\(name) (\(requirement))" }

  /// As a line of the lock has it.
  var locked: String { requirement.locked.map { "\(name) (\($0))" } ?? name }
}
