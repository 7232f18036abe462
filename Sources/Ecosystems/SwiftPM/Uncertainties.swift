import Ecosystem

extension SwiftPMProject {
  /// Names what new versions change that the project may not be able to use, if that isn't known.
  ///
  /// Only if something isn't known, the manifests of both versions are read: those of the new ones
  /// were fetched to resolve them.
  func uncertainties(
    about pins: [Pin], since before: SwiftPMProject, _ fetcher: inout Fetcher
  ) async throws(Problem) -> [Warning] {
    var warnings: [Warning] = []
    for pin in pins {
      guard let old = before.contents.pins[pin.identity], !old.state.isSame(as: pin.state),
        case .version = pin.state, case .version = old.state
      else { continue }
      let parts = contents.neededParts(of: pin.identity)
      guard let new = try await manifest(of: pin, &fetcher) else { continue }
      if parts.isKnown, new.platforms != nil || parts.platforms.isEmpty { continue }
      let former = await presentManifest(of: old, &fetcher)
      warnings += parts.uncertainties(about: new, after: former).map { uncertainty in
        .unchecked(
          package: pin.identity.description, version: pin.current, change: uncertainty.change,
          reason: uncertainty.reason)
      }
    }
    return warnings
  }

  /// Reads the manifest of the present version; nil if it can't be read, which is an uncertainty itself.
  private func presentManifest(of pin: Pin, _ fetcher: inout Fetcher) async -> PackageManifest? {
    do throws(Problem) {
      return try await manifest(of: pin, &fetcher)
    } catch {
      return nil
    }
  }

  /// Reads the manifest of a pinned package; nil if it can't be evaluated.
  private func manifest(
    of pin: Pin, _ fetcher: inout Fetcher
  ) async throws(Problem) -> PackageManifest? {
    let package = contents.reference(to: pin)
    guard let commit = pin.state.revision ?? pin.state.version?.description else { return nil }
    try await fetcher.learn([.manifest(package, commit: commit)])
    guard case .manifest(let manifest) = fetcher.metadata.declaration(of: package, at: commit)
    else { return nil }
    return manifest
  }
}

extension NeededParts {
  /// Whether everything that the project needs of the package is known.
  fileprivate var isKnown: Bool { unknownProducts.isEmpty && unknownPlatforms.isEmpty }
}
