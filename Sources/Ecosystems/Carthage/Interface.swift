import Ecosystem
import Git
import Impact
import SwiftPM
import SwiftSources

/// Dependencies are compared by the `Package.swift` of their repositories, which nearly all have.
///
/// Carthage itself builds the schemes of an Xcode project, whose modules have the same names.
extension CarthageProject: ComparedProject {
  var useScanner: UseScanner { .swiftAndObjectiveC }

  func modules(of dependency: Dependency, at version: String) async throws(Problem) -> Set<String> {
    try await package(of: dependency, at: version).modules
  }

  func publicAPI(
    of dependency: Dependency, at version: String, in modules: Set<String>, _ limits: ScanLimits
  ) async throws(Problem) -> PublicAPI {
    try await package(of: dependency, at: version).publicAPI(in: modules, limits)
  }

  private func package(
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
