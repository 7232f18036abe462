import Configuration
import Ecosystem
import Store
import Time

/// What decides about the ages of releases that state no time themselves.
struct ReleaseAges: Sendable {
  /// When versions without a known time were first seen.
  var firstSeen: [String: Timestamp] = [:]
  /// Why times that a server could state aren't known; nil if it answered.
  var failure: Problem?
}

extension World {
  /// The number of newest versions whose times are fetched: git states as many in one request.
  private static let datedLimit = 256

  /// Adds the times that take requests of their own to the newer releases whose age matters, and
  /// records when the others were first seen.
  ///
  /// A time before the year 2000 or in the future says nothing. A version whose time could not be
  /// fetched, or says nothing, counts from first sight also at the first look.
  func addAges(
    to releases: inout [Release], of dependency: Dependency, _ opened: any OpenProject,
    at configured: ConfiguredProject
  ) async throws -> ReleaseAges {
    let asked = releases.filter { configured.entry.needsAge(of: $0, dependency) }
      .suffix(Self.datedLimit).map(\.version)
    var ages = ReleaseAges()
    var undated: Set<String> = []
    if !asked.isEmpty {
      let times = await opened.publicationTimes(of: asked, dependency)
      ages.failure = times.failure
      let now = now()
      for index in releases.indices where releases[index].published == nil {
        let version = releases[index].version
        if let time = times.known[version], time >= .start2000, time <= now {
          releases[index].published = time
        } else if times.failure != nil || times.known[version] != nil {
          undated.insert(version)
        }
      }
      undated.formIntersection(asked)
    }
    ages.firstSeen = try await firstSeen(
      releases, of: dependency, at: configured, notAtFirstLook: undated)
    return ages
  }

  /// Records when versions without a release date were first seen.
  ///
  /// Those that were there at the first look at versions of their form count as old if no file states a
  /// cooldown: the default of three days is for ages that are known.
  ///
  /// - Parameters:
  ///   - releases: those without a time count.
  ///   - dependency: the dependency.
  ///   - configured: the project with its entry.
  ///   - exceptions: versions that don't count as old even so.
  /// - Returns: the times by version.
  /// - Throws: an error of the state.
  func firstSeen(
    _ releases: [Release], of dependency: Dependency, at configured: ConfiguredProject,
    notAtFirstLook exceptions: Set<String> = []
  ) async throws -> [String: Timestamp] {
    let ageless = releases.filter { $0.published == nil }
    let entry = configured.entry
    let needsAges =
      entry.needsAges || ageless.contains { entry.policy.cooldown(dependency, $0) > .zero }
    guard !ageless.isEmpty, needsAges else { return [:] }
    let source = "\(configured.project.ecosystem.rawValue) \(dependency.source ?? dependency.name)"
    let seen = try await store.firstSeen(ageless.map(\.version), of: source, now: now())
    guard !entry.policy.delaysUnknownAges, !entry.rules.hasCooldown else { return seen }
    return FirstSight(seen).sinceFirstLook(at: ageless.map(\.version), of: dependency)
      .merging(seen.filter { exceptions.contains($0.key) }) { $1 }
  }
}

extension Entry {
  /// Whether something else than the cooldown depends on the ages of releases.
  fileprivate var needsAges: Bool { rules.needsAges || automerge?.minAge != nil }

  /// Whether the age of a release without a time decides whether it is proposed or merged.
  fileprivate func needsAge(of release: Release, _ dependency: Dependency) -> Bool {
    guard release.step != nil, release.published == nil, release.heldBack == nil,
      !release.isWithdrawn, policy.excludes(dependency) == nil,
      policy.ignores(dependency, release) == nil
    else { return false }
    if needsAges { return true }
    let isProposable = policy.limit > 0 || policy.isAsked(dependency, release)
    return isProposable && policy.cooldown(dependency, release) > .zero
  }
}

extension Timestamp {
  /// The start of the year 2000; earlier times are placeholders of tools.
  fileprivate static let start2000 = Timestamp(seconds: 946_684_800)
}
