import Database
package import Forges
package import Time

/// A locked package whose steps are looked up.
package struct StepOrigin: Hashable, Codable, Sendable {
  /// The identifier of the ecosystem.
  package var ecosystem: String
  /// The name in the ecosystem.
  package var name: String
  /// The locked version.
  package var from: String

  /// Creates an origin.
  package init(ecosystem: String, name: String, from: String) {
    self.ecosystem = ecosystem
    self.name = name
    self.from = from
  }
}

/// What happened to a version step in the other repositories of the fleet.
package struct StepEvidence: Hashable, Codable, Sendable {
  /// The step.
  package var step: PackageStep
  /// In how many other repositories the checks passed.
  package var green = 0
  /// In how many other repositories the checks failed.
  package var red = 0
  /// In how many other repositories a person took it back.
  package var reverted = 0
  /// The public repositories where the checks failed, sorted, at most 20.
  package var publicRed: [String] = []
  /// The number of public repositories among `green`, `red` and `reverted`.
  package var publicCount = 0
  /// The result in the repository that asks; nil if it has none.
  package var own: StepResult.Kind?
  /// Whether a canary repository has a pull request for it.
  package var isInCanary = false
  /// When the checks of a canary repository first passed; nil if they haven't.
  package var canaryGreenAt: Timestamp?
  /// Whether the checks of a canary repository failed, or a person took it back there.
  package var isRedInCanary = false

  /// Creates evidence without results.
  package init(step: PackageStep) {
    self.step = step
  }

  /// The number of other repositories with a result.
  package var count: Int { green + red + reverted }
}

extension StateStore {
  /// The most origins of a call.
  private static let mostOrigins = 5_000

  /// Returns what happened to steps from locked versions in other repositories.
  ///
  /// Of private repositories, only numbers are returned.
  ///
  /// - Parameters:
  ///   - origins: the locked packages, at most 5,000; the others are ignored.
  ///   - repository: the repository that asks.
  /// - Returns: the steps with a result, sorted by ecosystem, name and version.
  /// - Throws: `DatabaseError`.
  package func evidence(
    about origins: [StepOrigin], for repository: RepositoryID
  ) async throws -> [StepEvidence] {
    guard !origins.isEmpty else { return [] }
    let isCanary = isCanary
    return try await perform(.evidence(about: origins, for: repository)) { database in
      try await database.read { transaction in
        var found: [PackageStep: StepEvidence] = [:]
        for origin in origins.prefix(Self.mostOrigins) {
          let rows = try transaction.execute(
            """
            SELECT to_version, kind, at, is_public, \(repositoryColumn) FROM step_results
            JOIN repositories ON repositories.id = step_results.repository_id
            WHERE ecosystem = ? AND step_results.name = ? AND from_version = ?
            ORDER BY forge, repositories.name
            """, origin.ecosystem, origin.name, origin.from)
          for row in rows {
            let step = PackageStep(
              ecosystem: origin.ecosystem, name: origin.name, from: origin.from,
              to: try row["to_version"])
            let result = try ForeignResult(row)
            found[step, default: StepEvidence(step: step)].add(
              result, isOwn: result.repository == repository,
              isCanary: isCanary(result.repository))
          }
        }
        return found.values.sorted { $0.step < $1.step }
      }
    }
  }
}

/// A row of `step_results` with its repository.
private struct ForeignResult {
  var repository: RepositoryID
  var kind: StepResult.Kind?
  var at: Timestamp
  var isPublic: Bool

  init(_ row: Row) throws {
    repository = try row["repository"]
    kind = StepResult.Kind(rawValue: try row["kind"])
    at = try row["at"]
    let flag: Int = try row["is_public"]
    isPublic = flag != 0
  }
}

extension StepEvidence {
  private static let mostNames = 20

  fileprivate mutating func add(_ result: ForeignResult, isOwn: Bool, isCanary: Bool) {
    if isOwn {
      own = result.kind
    } else {
      count(result)
    }
    guard isCanary else { return }
    isInCanary = true
    switch result.kind {
    case .green: canaryGreenAt = min(result.at, canaryGreenAt ?? result.at)
    case .red, .reverted: isRedInCanary = true
    case .opened, nil: break
    }
  }

  private mutating func count(_ result: ForeignResult) {
    switch result.kind {
    case .green: green += 1
    case .red: red += 1
    case .reverted: reverted += 1
    case .opened, nil: return
    }
    guard result.isPublic else { return }
    publicCount += 1
    if result.kind == .red, publicRed.count < Self.mostNames {
      publicRed.append("\(result.repository.name)")
    }
  }
}

extension PackageStep: Comparable {
  /// Sorts by ecosystem, name, and the texts of the versions.
  package static func < (left: PackageStep, right: PackageStep) -> Bool {
    (left.ecosystem, left.name, left.from, left.to)
      < (right.ecosystem, right.name, right.from, right.to)
  }
}
