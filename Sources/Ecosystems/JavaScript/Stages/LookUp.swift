package import Ecosystem
import JSON

extension Registry {
  /// Fetches the releases of a dependency, oldest first.
  ///
  /// An alias is looked up under the registry's name of the package.
  ///
  /// - Parameters:
  ///   - dependency: from a registry.
  ///   - engines: the project's Node and npm; releases that do not run on them are held back.
  /// - Returns: all versions that semver can parse.
  /// - Throws: `Problem` if the registry does not answer.
  package func releases(
    of dependency: Dependency, engines: Engines
  ) async throws(Problem) -> [Release] {
    let name = dependency.registryName ?? dependency.name
    let packument: Packument
    do throws(LookUpFailure) {
      packument = try await self.packument(of: name, .full, keeping: .releases)
    } catch {
      throw error.problem
    }
    let releases = try packument.releases(
      for: dependency.requirement, current: dependency.current, copies: dependency.copies,
      engines: engines)
    return dependency.kind == .direct ? releases : releases.map(dependency.bounding)
  }

  /// Returns the licences that the registry's document states, by version.
  ///
  /// - Parameters:
  ///   - dependency: the dependency.
  ///   - versions: the versions to look at; others would only take time to parse.
  /// - Returns: expressions such as `MIT`; versions without a licence are missing.
  /// - Throws: a `Problem` if the registry can't be asked.
  package func licences(
    of dependency: Dependency, versions: [String]
  ) async throws(Problem) -> [String: String] {
    let packument: Packument
    do throws(LookUpFailure) {
      packument = try await self.packument(of: dependency.registryName ?? dependency.name, .full)
    } catch {
      throw error.problem
    }
    var result: [String: String] = [:]
    let wanted = Set(versions)
    for manifest in packument.versions where wanted.contains(manifest.key) {
      result[manifest.key] = licence(in: try manifest.read())
    }
    return result
  }

  /// The licence of a manifest, also in the old forms `{"type": "MIT"}` and `licenses: [...]`; nil if
  /// it has none, or refers to a file.
  private func licence(in manifest: JSON.Node) -> String? {
    let value = manifest["license"] ?? manifest["licenses"]
    let types =
      value?.kind == .array ? value?.elements.compactMap { $0["type"]?.string ?? $0.string } : nil
    let text = value?.string ?? value?["type"]?.string ?? types?.joined(separator: " OR ")
    guard let text, !text.isEmpty, !text.uppercased().hasPrefix("SEE LICENSE IN") else {
      return nil
    }
    return text
  }
}

extension Dependency {
  /// Returns a release, assessed by the requirements of the dependency's dependents.
  ///
  /// Requirements that exclude the locked version are ignored: their dependents have another copy.
  fileprivate func bounding(_ release: Release) -> Release {
    guard let current = current.flatMap({ Version($0, loose: true) }),
      let version = Version(release.version, loose: true)
    else { return release }
    let specs = bounds.map { PackageSpec($0) }.filter { $0.admits(current) }
    guard !specs.isEmpty else { return release }
    var release = release
    release.satisfiesRequirement = specs.allSatisfy { $0.admits(version) }
    return release
  }
}
