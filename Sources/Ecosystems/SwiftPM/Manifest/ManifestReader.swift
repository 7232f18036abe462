package import Ecosystem
package import SwiftSources
package import Text

/// Reads a manifest without running it.
package struct ManifestReader: Hashable, Sendable {
  /// The tools that the manifest is read for.
  package var tools: ToolsVersion
  /// The system whose conditional code counts: `Linux` or `macOS`.
  package var system: String

  /// Reads for tools of a version on a system.
  package init(tools: ToolsVersion, system: String = "Linux") {
    self.tools = tools
    self.system = system
  }

  /// Evaluates a manifest to what it declares.
  ///
  /// - Throws: `ManifestError` if it isn't a manifest, or if dependencies depend on code that is not
  ///   evaluated.
  package func read(_ text: SourceText) throws(ManifestError) -> PackageManifest {
    let mode = try version(of: text)
    guard mode >= .oldest else { throw .unsupported(mode) }
    return try extracting(mode, from: text) { extraction, package throws(ManifestError) in
      var manifest = PackageManifest(
        file: text.file, name: try extraction.name(of: package), tools: mode,
        dependencies: try extraction.dependencies(of: package), products: [], targets: [],
        traits: [], assumptions: extraction.evaluation.assumptions)
      do throws(ManifestError) {
        manifest.traits = try extraction.traits(of: package)
        manifest.products = try extraction.products(of: package)
        manifest.targets = try extraction.targets(of: package)
      } catch {
        if error.kind == .malformed { throw error }
        manifest.obstacle = error
      }
      // A version that isn't literal holds nothing back.
      manifest.platforms = (try? extraction.platforms(of: package)) ?? []
      return manifest
    }
  }

  /// Evaluates a manifest and reads its package.
  ///
  /// - Parameters:
  ///   - tools: the tools version of the manifest.
  ///   - text: the manifest.
  ///   - read: reads the package, while the scope exists.
  /// - Returns: the result of `read`.
  /// - Throws: `ManifestError` if it isn't a manifest, or the error of `read`.
  func extracting<Contents>(
    _ tools: ToolsVersion, from text: SourceText,
    _ read: (Extraction, Made) throws(ManifestError) -> Contents
  ) throws(ManifestError) -> Contents {
    let scope = Scope()
    defer { scope.dissolve() }
    let evaluation = try evaluate(text, in: scope)
    guard let package = evaluation.packages.last else {
      throw ManifestError(.malformed, "declares no package", at: 0)
    }
    if let uncertainty = package.uncertainty { throw uncertainty }
    return try read(Extraction(tools: tools, text: text, evaluation: evaluation), package)
  }

  private func version(of text: SourceText) throws(ManifestError) -> ToolsVersion {
    switch ToolsVersion.comment(in: text) {
    case .version(let version): version
    case .missing: .unmarked
    case .malformed:
      throw ManifestError(.malformed, "has a swift-tools-version that cannot be read", at: 0)
    }
  }

  /// Runs a manifest's statements in a scope, which knows its names afterwards.
  ///
  /// Without a `mode` the tools version is that of the file's first line.
  func evaluate(
    _ text: SourceText, in scope: Scope, as mode: ToolsVersion? = nil
  ) throws(ManifestError) -> Evaluation {
    var mode = mode
    if mode == nil { mode = try version(of: text) }
    return try Evaluation.run(
      text.bytes, in: scope,
      Evaluation.Surroundings(
        tools: tools, mode: mode ?? tools, system: system,
        isVersion: { SemanticVersion($0) != nil }))
  }
}

extension SourceText {
  /// The problem that a manifest's error is, with its place.
  package func problem(of error: ManifestError) -> Problem {
    let kind: Problem.Kind = error.kind == .refused ? .refused : .failed
    return Problem(kind, error.reason, subject: file, at: location(at: error.offset))
  }
}
