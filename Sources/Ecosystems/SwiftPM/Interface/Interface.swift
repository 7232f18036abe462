import Ecosystem
import Git
import Impact
import Text

extension SwiftPMProject: ComparedProject {
  var useScanner: UseScanner { .swift }

  func modules(of dependency: Dependency, at version: String) async throws(Problem) -> Set<String> {
    let source = try await source(of: dependency, at: version)
    return try await layout(of: source).modules
  }

  func publicAPI(
    of dependency: Dependency, at version: String, in modules: Set<String>, _ limits: ScanLimits
  ) async throws(Problem) -> PublicAPI {
    let source = try await source(of: dependency, at: version)
    let layout = try await layout(of: source)
    let files: [String: [UInt8]]
    do throws(GitError) {
      files = try await source.lookUp.git.files(
        source.package.location, source.reference, Self.isSource)
    } catch {
      throw Problem(failedRequest: error, of: source.package.location)
    }
    return InterfaceReader(layout: layout, files: files, limits: limits).read(modules)
  }

  /// Whether a file can have declarations that other code uses.
  @Sendable private static func isSource(_ path: String) -> Bool {
    path.hasSuffix(".swift") && !path.hasPrefix("Tests/") && !path.hasPrefix("Examples/")
      && !path.hasPrefix("Benchmarks/")
  }

  private struct Source {
    var package: PackageReference
    var reference: Reference
    var lookUp: LookUp
  }

  private func source(
    of dependency: Dependency, at version: String
  ) async throws(Problem) -> Source {
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
    let reference = releases.reference(to: commit) ?? Reference(name: "HEAD", commit: commit)
    return Source(package: package, reference: reference, lookUp: lookUp)
  }

  private func layout(of source: Source) async throws(Problem) -> PackageLayout {
    let reader = source.lookUp.reader
    let files = try await source.lookUp.files(of: source.package, at: source.reference.commit)
    let texts = files.mapValues { SourceText(file: "Package.swift", bytes: $0) }
    guard let text = ManifestChoice.pick(texts, tools: reader.tools) else {
      throw Problem(.refused, "has no Package.swift", subject: source.package.location)
    }
    do throws(ManifestError) {
      return try reader.layout(in: text)
    } catch {
      throw Problem(
        .refused, "has targets that are not known without running the manifest: it \(error.reason)",
        subject: source.package.location)
    }
  }
}
