/// What a repository allows and demands, as its owner writes it into `settings.json`.
///
///     {"archived": false, "required-checks": {"main": ["build"]}, "permissions": {"ann": "write"}}
struct LocalSettings: Codable, Sendable {
  struct Milestone: Codable, Sendable {
    var number: Int
    var title: String
  }

  var archived: Bool?
  var `private`: Bool?
  var requiredChecks: [String: [String]]?
  /// Branches that take only what was checked on top of their newest commit.
  var strict: [String]?
  /// By login; who is not named may read.
  var permissions: [String: String]?
  var milestones: [Milestone]?

  private enum CodingKeys: String, CodingKey {
    case archived
    case `private`
    case requiredChecks = "required-checks"
    case strict
    case permissions
    case milestones
  }

  var isArchived: Bool { archived ?? false }
}

extension LocalRoom {
  /// Reads the settings; without a file everything has its default.
  func settings() throws(ForgeError) -> LocalSettings {
    try read("settings.json") ?? LocalSettings()
  }
}
