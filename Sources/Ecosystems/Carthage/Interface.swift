import Ecosystem
import Git
import Impact
import SwiftPM
import SwiftSources

/// Dependencies are compared by the `Package.swift` of their repositories, which nearly all have.
///
/// Carthage itself builds the schemes of an Xcode project, whose modules have the same names.
extension CarthageProject: PackageComparing {
  var useScanner: UseScanner { .swiftAndObjectiveC }

  func comparedPackage(
    of dependency: Dependency, at version: String
  ) async throws(Problem) -> ComparedPackage {
    let origin = try origin(named: dependency.name)
    guard let url = origin.repositoryURL else {
      throw Problem(.refused, "is a binary, which is not compared", subject: dependency.name)
    }
    let reference = try await library.reference(to: version, in: origin)
    let manifests: [String: [UInt8]]
    do throws(GitError) {
      manifests = try await library.git.files(url, reference, ManifestChoice.isManifest)
    } catch {
      throw Problem(failedRequest: error, of: url)
    }
    return try ComparedPackage(
      url: url, at: reference, manifests: manifests, git: library.git)
  }
}
