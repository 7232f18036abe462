import Ecosystem
import Resolution
import SwiftSources

/// SwiftPM's side of the solver: which package goes first, which version, and what follows.
///
/// Behaviour of SwiftPM 6.3.1: packages whose range takes no prereleases go first, then the one
/// with the fewest versions left, a pin counting as one; a pin is preferred, else the highest.
struct Containers: DependencyProvider {
  typealias Package = PackageReference
  typealias Versions = VersionSpecifier
  typealias Need = Metadata.Need

  /// Why versions cannot be chosen.
  enum Reason: Hashable, Sendable {
    /// Their manifests ask for these tools.
    case tools(ToolsVersion)
    /// They depend on a branch, a commit or a folder, which a version must not.
    case unversioned(PackageReference)
    /// Their manifest cannot be read, in the words of `Declaration.obstacle`.
    case unreadable(String)
  }

  /// A version of a package with the traits that are asked for.
  private struct Followed: Hashable {
    var package: PackageIdentity
    var version: SemanticVersion
    var traits: Set<String>
  }

  static let rootVersion = SemanticVersion(1, 0, 0)

  let tools: ToolsVersion
  let pins: [PackageIdentity: Pin]
  let overridden: Set<PackageReference>
  let demands: [Demand]
  private let holdsBackUnreadable: Bool
  /// Traits asked for at the first demand for a package, which are those that SwiftPM solves with.
  private var traits: [PackageReference: Set<String>] = [:]
  /// What versions need, which the search for hints asks for again before each request.
  private var followed: [Followed: [Constraint<PackageReference, VersionSpecifier, Reason>]] = [:]
  var metadata: Metadata
  /// What ends the resolution: the solver's questions have no answer after it.
  private(set) var failure: Problem?
  /// Releases that were left out since their manifest cannot be read.
  private(set) var heldBack: [HeldBackRelease] = []
  private(set) var questions = 0
  private(set) var comparisons = 0

  init(
    tools: ToolsVersion, inputs: Inputs, overrides: Overrides, metadata: Metadata
  ) {
    self.tools = tools
    pins = inputs.pins
    holdsBackUnreadable = inputs.holdsBackUnreadable
    self.overridden = Set(overrides.states.map(\.package))
    self.demands = overrides.demands
    self.metadata = metadata
  }

  mutating func priority(
    of package: PackageReference, in versions: VersionSpecifier
  ) -> Answer<Priority, Need> {
    guard let releases = metadata.releases(of: package) else {
      return .needs([.releases(package)])
    }
    if isExhausted(releases, versions) { return exhausted(package) }
    let tier = SwiftDialect(tools).decidesReleasesFirst && versions.allowsPrereleases ? 1 : 0
    if let pinned = pins[package.identity]?.state.version, versions.contains(pinned) {
      return .known(Priority(tier: tier, count: 1))
    }
    let count = releases.versions.entries.count { versions.contains($0.version) }
    return .known(Priority(tier: tier, count: count))
  }

  mutating func choice(
    of package: PackageReference, in versions: VersionSpecifier
  ) -> Answer<Choice<SemanticVersion, Reason>, Need> {
    guard let releases = metadata.releases(of: package) else {
      return .needs([.releases(package)])
    }
    if isExhausted(releases, versions) { return exhausted(package) }
    if let pinned = pins[package.identity]?.state.version, versions.contains(pinned),
      let entry = releases.versions[pinned]
    {
      return .known(.version(entry.version))
    }
    let best = releases.versions.entries.last { versions.contains($0.version) }
    return .known(best.map { .version($0.version) } ?? .none)
  }

  mutating func constraints(
    of package: PackageReference, at version: SemanticVersion
  ) -> Answer<[Constraint<PackageReference, VersionSpecifier, Reason>], Need> {
    if package.kind == .root { return .known(demands.compactMap { constraint($0, of: version) }) }
    guard let entry = metadata.releases(of: package)?.versions[version] else {
      return .needs([.releases(package)])
    }
    switch metadata.declaration(of: package, at: entry.commit) {
    case nil: return .needs([.manifest(package, commit: entry.commit)])
    case .broken(let problem)? where !holdsBackUnreadable: return fail(problem)
    case .broken?: return holdBack(package, at: entry)
    case .unfit(let tools)?: return unfit(package, at: version, tools)
    case .manifest(let manifest)?: return follow(manifest, of: package, at: version)
    }
  }

  /// Counts a question, and the comparisons that its answer takes.
  private mutating func isExhausted(
    _ releases: Metadata.Releases, _ versions: VersionSpecifier
  ) -> Bool {
    questions += 1
    comparisons += releases.versions.entries.count * versions.pieceCount
    return questions > Limits.questions || comparisons > Limits.comparisons
  }

  private mutating func exhausted<Value>(_ package: PackageReference) -> Answer<Value, Need> {
    fail(Problem(.refused, "takes too many steps to resolve", subject: package.description))
  }

  private mutating func fail<Value>(_ problem: Problem) -> Answer<Value, Need> {
    failure = failure ?? problem
    return .needs([])
  }

  private mutating func holdBack(
    _ package: PackageReference, at entry: TaggedVersions.Entry
  ) -> Answer<[Constraint<PackageReference, VersionSpecifier, Reason>], Need> {
    let declaration = metadata.declaration(of: package, at: entry.commit)
    return holdBack(package, entry.version, declaration?.obstacle(for: tools) ?? "")
  }

  private mutating func holdBack(
    _ package: PackageReference, _ version: SemanticVersion, _ reason: String
  ) -> Answer<[Constraint<PackageReference, VersionSpecifier, Reason>], Need> {
    let release = HeldBackRelease(
      name: package.identity.description, version: version.description, reason: reason)
    if !heldBack.contains(release) { heldBack.append(release) }
    return .known([.unusable(.exact(version), .unreadable(reason))])
  }

  private mutating func constraint(
    _ demand: Demand, of version: SemanticVersion
  ) -> Constraint<PackageReference, VersionSpecifier, Reason>? {
    guard let specifier = demand.requirement?.specifier, demand.package.kind != .root else {
      return nil
    }
    if traits[demand.package] == nil { traits[demand.package] = demand.traits }
    return .dependency(of: .exact(version), on: demand.package, specifier)
  }

  private mutating func follow(
    _ manifest: PackageManifest, of package: PackageReference, at version: SemanticVersion
  ) -> Answer<[Constraint<PackageReference, VersionSpecifier, Reason>], Need> {
    var result: [Constraint<PackageReference, VersionSpecifier, Reason>] = []
    let asked = traits[package] ?? ["default"]
    let key = Followed(package: package.identity, version: version, traits: asked)
    if let known = followed[key] { return .known(known) }
    if let reason = Metadata.Declaration.manifest(manifest).obstacle(to: asked) {
      return holdBack(package, version, reason)
    }
    do throws(ManifestError) {
      let enabled = try manifest.enabledTraits(asked)
      for dependency in try manifest.required(isRoot: false, traits: asked) {
        let other = PackageReference(dependency)
        guard let specifier = dependency.requirement?.specifier else {
          return .known([.unusable(.exact(version), .unversioned(other))])
        }
        if overridden.contains(other) || other == package { continue }
        if traits[other] == nil { traits[other] = dependency.askedTraits(from: enabled) }
        result.append(.dependency(of: .exact(version), on: other, specifier))
      }
      followed[key] = result
      return .known(result)
    } catch {
      return fail(Problem(error, in: "\(package) \(version): \(manifest.file)"))
    }
  }
}

/// Versions for other tools, which SwiftPM rules out together with their neighbours.
extension Containers {
  private mutating func unfit(
    _ package: PackageReference, at version: SemanticVersion, _ needed: ToolsVersion
  ) -> Answer<[Constraint<PackageReference, VersionSpecifier, Reason>], Need> {
    guard let entries = metadata.releases(of: package)?.versions.entries,
      let index = entries.firstIndex(where: { $0.version == version })
    else { return .needs([.releases(package)]) }
    var lower = index
    var upper = index
    for next in entries.indices.dropFirst(index + 1) {
      guard let isFit = isFit(package, entries[next]) else {
        return .needs([.manifest(package, commit: entries[next].commit)])
      }
      if isFit { break }
      upper = next
    }
    for next in entries.indices.prefix(index).reversed() {
      guard let isFit = isFit(package, entries[next]) else {
        return .needs([.manifest(package, commit: entries[next].commit)])
      }
      if isFit { break }
      lower = next
    }
    let versions = block(entries, lower, upper)
    return .known([.unusable(versions, .tools(needed))])
  }

  private func isFit(_ package: PackageReference, _ entry: TaggedVersions.Entry) -> Bool? {
    switch metadata.declaration(of: package, at: entry.commit) {
    case nil: nil
    case .unfit?: false
    case .manifest?, .broken?: true
    }
  }

  /// The set that stands for neighbours, with the bounds that SwiftPM gives it.
  private func block(
    _ entries: [TaggedVersions.Entry], _ lower: Int, _ upper: Int
  ) -> VersionSpecifier {
    let first = entries[lower].version
    let last = entries[upper].version
    guard lower != upper else { return .exact(first) }
    let start = lower == 0 ? SemanticVersion(0, 0, 0) : first
    let end =
      upper == entries.count - 1
      ? SemanticVersion(last.major.advancedSafely, 0, 0) : last.next
    return .range(VersionRange(start, upTo: end.next))
  }
}
