package import Ecosystem
import Git
import SwiftSources
import Text

extension SwiftPMEcosystem: MigrationDestination {
  /// Finds the version of a tag or commit, and reads the manifest there.
  ///
  /// SwiftPM identifies versions by tags. A tag that isn't a version, such as `release-5`, is accepted
  /// if the same commit also has a tag for the locked version.
  package func offer(of origin: MigrationOrigin) async throws(Problem) -> PackageAnswer {
    let package = PackageReference(
      PackageIdentity(location: origin.repository), kind: .remote, location: origin.repository)
    let lookUp = migrationLookUp
    let releases = try await lookUp.releases(of: package)
    let state: (version: SemanticVersion?, commit: String)
    switch releases.state(of: origin) {
    case .success(let found): state = found
    case .failure(let obstacle): return .obstacle(obstacle.reason)
    }
    let files = try await lookUp.files(of: package, at: state.commit)
    let texts = files.mapValues { SourceText(file: "Package.swift", bytes: $0) }
    guard let text = ManifestChoice.pick(texts, tools: lookUp.reader.tools) else {
      return .obstacle(
        MigrationObstacle(.noManifest, "has no Package.swift at \(origin.reference.displayName)"))
    }
    let needed = ManifestChoice.toolsVersion(of: text)
    guard needed >= .oldest else {
      return .obstacle(
        MigrationObstacle(
          .noManifest, "has a Package.swift for Swift \(needed), which SwiftPM no longer reads"))
    }
    guard needed <= lookUp.reader.tools else {
      return .obstacle(
        MigrationObstacle(
          .toolsTooNew, "needs Swift tools \(needed), and locks are for \(lookUp.reader.tools)"))
    }
    do throws(ManifestError) {
      let contents = try lookUp.reader.offer(in: text)
      var offer = PackageOffer(
        origin: origin, version: state.version?.description, commit: state.commit,
        tools: "\(needed)")
      offer.fill(contents)
      offer.note = state.version.flatMap { $0.remark(beside: origin.version) }
      return .package(offer)
    } catch {
      var problem = text.problem(of: error)
      problem.subject = origin.repository
      throw problem
    }
  }

  /// Compares the newest tag with a version, and looks for a manifest there.
  package func newest(
    in repository: String, after version: String
  ) async throws(Problem) -> String? {
    guard let current = SemanticVersion(tag: version) else { return nil }
    let package = PackageReference(
      PackageIdentity(location: repository), kind: .remote, location: repository)
    let lookUp = migrationLookUp
    let releases = try await lookUp.releases(of: package)
    let newest = releases.versions.entries.last { !$0.version.isPrerelease }
    guard let newest, newest.version > current else { return nil }
    let files = try await lookUp.files(of: package, at: newest.commit)
    return files["Package.swift"] == nil ? nil : newest.version.description
  }

  /// Compares addresses without scheme, user and `.git`.
  package func isSame(_ repository: String, _ other: String) -> Bool {
    CanonicalLocation(repository).description == CanonicalLocation(other).description
  }

  private var migrationLookUp: LookUp {
    LookUp(
      http: http, git: git, cache: cache, manifests: manifests,
      reader: ManifestReader(tools: SwiftTools(toolchain).version, system: "macOS"),
      registries: Registries(), mirrors: LocationMirrors())
  }
}

extension SemanticVersion {
  /// Says that a lock has another version; nil if it has the same one.
  fileprivate func remark(beside locked: String) -> String? {
    if SemanticVersion(padding: locked) == self { return nil }
    return "the package has version \(self), that of its tag, and the lock has \(locked)"
  }
}

/// Why a reference isn't a version.
private struct NoVersion: Error {
  var reason: MigrationObstacle
}

extension Metadata.Releases {
  /// Finds the commit of a reference, and the version that SwiftPM has for it.
  fileprivate func state(
    of origin: MigrationOrigin
  ) -> Result<(version: SemanticVersion?, commit: String), NoVersion> {
    switch origin.reference {
    case .branch(_, let commit): return .success((nil, commit))
    case .commit(let commit):
      let version = SemanticVersion(tag: origin.version)
      let entry = version.flatMap { versions[$0] }
      return .success((entry?.commit == commit ? entry?.version : nil, commit))
    case .tag(let tag):
      guard let commit = tags[tag] else {
        return .failure(
          NoVersion(
            reason: MigrationObstacle(.noVersionTag, "has no tag \(tag) in \(origin.repository)")))
      }
      let candidates = [origin.version, tag].compactMap { SemanticVersion(tag: $0) }
      if let entry = candidates.lazy.compactMap({ versions[$0] }).first(where: {
        $0.commit == commit
      }) {
        return .success((entry.version, commit))
      }
      let other = candidates.lazy.compactMap { versions[$0] }.first
      let reason =
        other.map { "is at tag \(tag), but SwiftPM would take another commit, \($0.tag)" }
        ?? "is at tag \(tag), which is not a version for SwiftPM"
      return .failure(NoVersion(reason: MigrationObstacle(.noVersionTag, reason)))
    }
  }
}

extension MigrationOrigin.Reference {
  /// The reference in messages: `tag 1.2.0`.
  fileprivate var displayName: String {
    switch self {
    case .tag(let name): "tag \(name)"
    case .commit(let commit): "commit \(commit.prefix(12))"
    case .branch(let name, let commit): "commit \(commit.prefix(12)) of branch \(name)"
    }
  }
}
