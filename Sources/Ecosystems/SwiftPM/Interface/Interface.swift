import Ecosystem
import Git
import Impact
import SwiftSources
import Text

extension SwiftPMProject: PackageComparing {
  var useScanner: UseScanner { .swift }

  func comparedPackage(
    of dependency: Dependency, at version: String
  ) async throws(Problem) -> ComparedPackage {
    let lookUp = lookUp
    guard let package = contents.reference(named: dependency.name) else {
      throw Problem(.usage, "is not a dependency here", subject: dependency.name)
    }
    guard package.kind != .registry else {
      throw Problem(
        .refused, "comes from a registry, whose archives are not read", subject: dependency.name)
    }
    let releases = try await lookUp.releases(of: package)
    let entry = SemanticVersion(version).flatMap { releases.versions[$0] }
    guard let commit = entry?.commit ?? releases.commit(named: version) else {
      throw Problem(.usage, "has no version \(version)", subject: dependency.name)
    }
    return try ComparedPackage(
      url: package.location,
      at: releases.reference(to: commit) ?? Reference(name: "HEAD", commit: commit),
      manifests: try await lookUp.files(of: package, at: commit), reader: lookUp.reader,
      git: lookUp.git)
  }
}
