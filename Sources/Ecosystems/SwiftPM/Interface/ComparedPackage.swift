package import Ecosystem
package import Git
package import Impact
import SwiftSources
import Text

/// A project whose dependencies are compared by their `Package.swift`.
package protocol PackageComparing: ComparedProject {
  /// Fetches the manifest of a version.
  ///
  /// - Throws: a `Problem` if the version can't be fetched, or has no manifest that can be read.
  func comparedPackage(
    of dependency: Dependency, at version: String
  ) async throws(Problem) -> ComparedPackage
}

extension PackageComparing {
  /// Returns the modules of the products that `Package.swift` declares.
  package func modules(
    of dependency: Dependency, at version: String
  ) async throws(Problem) -> Set<String> {
    try await comparedPackage(of: dependency, at: version).modules
  }

  /// Returns the public declarations of the targets that the manifest builds for `modules`.
  package func publicAPI(
    of dependency: Dependency, at version: String, in modules: Set<String>, _ limits: ScanLimits
  ) async throws(Problem) -> PublicAPI {
    try await comparedPackage(of: dependency, at: version).publicAPI(in: modules, limits)
  }
}

/// A version of a Swift package in a git repository whose interface can be read.
package struct ComparedPackage: Sendable {
  private let url: String
  private let reference: Reference
  private let layout: PackageLayout
  private let git: Git.Client

  /// Evaluates the manifest.
  ///
  /// - Parameters:
  ///   - url: the address of the repository.
  ///   - reference: the commit.
  ///   - manifests: the manifests of the commit by name.
  ///   - reader: the tools that the manifest is read for.
  ///   - git: fetches the sources.
  /// - Throws: a refusal if there is no manifest, or if its targets aren't known without running it.
  package init(
    url: String, at reference: Reference, manifests: [String: [UInt8]],
    reader: ManifestReader = ManifestReader(tools: ToolsVersion(6, 3, 1), system: "macOS"),
    git: Git.Client
  ) throws(Problem) {
    self.url = url
    self.reference = reference
    self.git = git
    let texts = manifests.mapValues { SourceText(file: "Package.swift", bytes: $0) }
    guard let text = ManifestChoice.pick(texts, tools: reader.tools) else {
      throw Problem(.refused, "has no Package.swift", subject: url)
    }
    do throws(ManifestError) {
      layout = try reader.layout(in: text)
    } catch {
      throw Problem(
        .refused, "has targets that are not known without running the manifest: it \(error.reason)",
        subject: url)
    }
  }

  /// The names of the modules that other code can import.
  package var modules: Set<String> { layout.modules }

  /// Fetches the sources, and reads what modules offer.
  ///
  /// - Throws: a failure if the repository doesn't respond.
  package func publicAPI(
    in modules: Set<String>, _ limits: ScanLimits
  ) async throws(Problem) -> PublicAPI {
    let files: [String: [UInt8]]
    do throws(GitError) {
      files = try await git.files(url, reference, Self.isSource)
    } catch {
      throw Problem(failedRequest: error, of: url)
    }
    return layout.publicAPI(in: modules, of: files, limits)
  }

  /// Whether a file can have declarations that other code uses.
  @Sendable private static func isSource(_ path: String) -> Bool {
    path.hasSuffix(".swift") && !path.hasPrefix("Tests/") && !path.hasPrefix("Examples/")
      && !path.hasPrefix("Benchmarks/")
  }
}

extension PackageLayout {
  /// Reads what modules offer from the package's files.
  func publicAPI(
    in modules: Set<String>, of files: [String: [UInt8]], _ limits: ScanLimits
  ) -> PublicAPI {
    let listing = TreeListing(Array(files.keys))
    let reader = InterfaceReader(self.modules, files: files, limits: limits) { name in
      module(name, in: listing)
    }
    var api = reader.read(modules)
    api.needs = neededPlatforms
    api.facts["the Swift tools version"] = tools.description
    return api
  }
}
