package import Ecosystem
import JSON
import Synchronization

/// Requirements of libraries are widened and those of applications are raised, as in Dependabot.
package struct RequirementPolicy: Sendable {
  private let options: UpdateOptions
  /// The manifests of the project, the root's first.
  private let manifests: [ManifestFile]
  private let registry: Registry
  private let published: PublishedProjects

  /// Creates the policy of an update.
  ///
  /// - Parameters:
  ///   - options: have the strategy.
  ///   - manifests: the manifests of the project, the root's first.
  ///   - registry: is asked at most once whether the project is published.
  ///   - published: remembers the answer.
  package init(
    _ options: UpdateOptions, _ manifests: [ManifestFile], _ registry: Registry,
    _ published: PublishedProjects
  ) {
    self.options = options
    self.manifests = manifests
    self.registry = registry
    self.published = published
  }

  /// Whether requirements are extended by new versions instead of raised.
  package func isWidening() async throws(Problem) -> Bool {
    switch options.strategy {
    case .widen: true
    case .auto: try await isLibrary(manifests.first)
    case .increase, .increaseIfNecessary, .lockfileOnly: false
    }
  }

  /// Whether requirements are raised even if they allow the new version.
  package func isRaising() async throws(Problem) -> Bool {
    switch options.strategy {
    case .increase: true
    case .auto where options.raises: try await !isLibrary(manifests.first)
    case .auto, .widen, .increaseIfNecessary, .lockfileOnly: false
    }
  }

  /// Whether a range of `peerDependencies` is extended by new versions; it is never raised.
  private func widensPeers(of site: RequirementSite) async throws(Problem) -> Bool {
    guard options.strategy == .auto else { return options.strategy == .widen }
    return try await isLibrary(manifests.first { $0.path == site.path })
  }

  /// Whether a package is published: its registry has it with the same description.
  ///
  /// - Throws: `Problem` if the registry does not answer: the package could be either.
  private func isLibrary(_ file: ManifestFile?) async throws(Problem) -> Bool {
    guard let manifest = file?.document.root, manifest["private"]?.isTruthy != true,
      let name = manifest["name"]?.string,
      manifest["version"]?.string != nil, let own = manifest["description"]?.string
    else { return false }
    return try await published.answer(for: "\(name)\n\(own)") { () async throws(Problem) in
      let packument: Packument
      do throws(LookUpFailure) {
        packument = try await registry.packument(of: name, .full)
      } catch {
        if [.notFound, .invalidName].contains(error.reason) { return false }
        throw error.leavingOpen(name)
      }
      let latest = packument.distTags["latest"].flatMap { packument[$0] }
      return try latest?.read()["description"]?.string == own
    }
  }

  /// Whether requirements that only allow newer versions than a target's stay as they are.
  ///
  /// They do unless all are such: then the dependency has to move back.
  ///
  /// - Parameters:
  ///   - requirements: all requirements of the target, also those of catalogs.
  ///   - target: the dependency with its new version.
  /// - Returns: false if all requirements are of newer versions.
  package static func keepsNewer(_ requirements: [String], for target: Goal.Target) -> Bool {
    guard let version = target.version.flatMap({ Version($0) }) else { return false }
    return requirements.contains { RequirementStyle($0)?.isAbove(version) == false }
  }

  /// Whether requirements that only allow newer versions than a target's stay as they are; ranges of
  /// `peerDependencies` don't count.
  package static func keepsNewer(_ sites: [RequirementSite], for target: Goal.Target) -> Bool {
    let own = sites.filter { !$0.isPeer }
    return keepsNewer((own.isEmpty ? sites : own).map(\.text), for: target)
  }

  /// Returns the edits of all requirements that exclude a target's version or have to be raised.
  ///
  /// - Parameters:
  ///   - target: the dependency with its new version.
  ///   - sites: the places of its requirements.
  ///   - keepsNewer: whether requirements that only allow newer versions stay.
  /// - Returns: one edit for each changed requirement.
  /// - Throws: `Problem` if the strategy forbids an edit, or if a requirement's style can't be kept.
  package func edits(
    for target: Goal.Target, at sites: [RequirementSite], keepsNewer: Bool
  ) async throws(Problem) -> [ManifestEdit] {
    guard let text = target.version, let version = Version(text) else { return [] }
    var result = try await peerEdits(for: target, version, at: sites)
    var widens: Bool?
    for site in sites where !site.isPeer {
      guard let style = RequirementStyle(site.text), !(keepsNewer && style.isAbove(version))
      else { continue }
      let isIncluded = style.admits(version)
      if isIncluded, !(try await isRaising()) { continue }
      if options.strategy == .lockfileOnly { throw site.excludes(text) }
      if widens == nil { widens = try await isWidening() }
      let isWidened = widens == true && site.isWidenable
      let after = isWidened ? style.widened(to: version) : style.raised(to: version)
      guard let after else { throw site.isNotEditable }
      if after != site.text {
        result.append(ManifestEdit(site, name: target.name, after: after))
      }
    }
    return result
  }
}

extension RequirementPolicy {
  /// Returns the edits of `peerDependencies`, whose ranges are promises to those who install the
  /// package: a range that excludes the version is widened for a published package, and else stays.
  ///
  /// - Throws: `Problem` if no other section decides about the version, and the range stays.
  private func peerEdits(
    for target: Goal.Target, _ version: Version, at sites: [RequirementSite]
  ) async throws(Problem) -> [ManifestEdit] {
    let isAlone = !sites.contains { !$0.isPeer && !$0.isRule }
    var result: [ManifestEdit] = []
    for site in sites where site.isPeer {
      guard let style = RequirementStyle(site.text), !style.admits(version),
        !style.isAbove(version)
      else { continue }
      guard try await widensPeers(of: site) else {
        if isAlone { throw site.forbids(version.description) }
        continue
      }
      guard let after = style.widened(to: version) else { throw site.isNotEditable }
      result.append(ManifestEdit(site, name: target.name, after: after))
    }
    return result
  }
}

extension LookUpFailure {
  /// Reports that it is unknown whether a project is a library.
  fileprivate func leavingOpen(_ project: String) -> Problem {
    Problem(
      .failed,
      "could be a published library or not, which decides how its requirements change: "
        + problem.clause,
      subject: project,
      advice: "set versioning-strategy in dependabot.yml, or \"private\": true in package.json")
  }
}

extension Problem {
  /// The subject and the message, to follow a colon.
  fileprivate var clause: String { [subject, message].compactMap(\.self).joined(separator: " ") }
}

/// Which projects are published; each is looked up once in the lifetime of an ecosystem.
///
/// A failure is not remembered.
package final class PublishedProjects: Sendable {
  private let known = Mutex<[String: Bool]>([:])

  /// Creates an empty memory.
  package init() {}

  func answer(
    for project: String, asking: () async throws(Problem) -> Bool
  ) async throws(Problem) -> Bool {
    if let answer = known.withLock({ $0[project] }) { return answer }
    let answer = try await asking()
    known.withLock { $0[project] = answer }
    return answer
  }
}
