/// The settings of a repository, which its owner writes to `settings.json`.
///
///     {"archived": false, "required-checks": {"main": ["build"]}, "permissions": {"ann": "write"}}
struct LocalSettings: Codable, Sendable {
  struct Milestone: Codable, Sendable {
    var number: Int
    var title: String
  }

  var archived: Bool?
  var fork: Bool?
  var `private`: Bool?
  /// Whether issues are switched on; nil: they are.
  var issues: Bool?
  var requiredChecks: [String: [String]]?
  /// Branches that require their newest commit in the head.
  var strict: [String]?
  /// By login; others may read.
  var permissions: [String: String]?
  var milestones: [Milestone]?

  private enum CodingKeys: String, CodingKey {
    case archived
    case fork
    case `private`
    case issues
    case requiredChecks = "required-checks"
    case strict
    case permissions
    case milestones
  }

  var isArchived: Bool { archived ?? false }
}

extension LocalRoom {
  /// Reads the settings; the defaults without a file.
  func settings() throws(ForgeError) -> LocalSettings {
    try read("settings.json") ?? LocalSettings()
  }
}
