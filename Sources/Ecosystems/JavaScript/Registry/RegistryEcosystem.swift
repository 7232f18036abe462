package import Ecosystem
package import HTTP

/// A package manager whose packages come from npm registries, and which needs nothing but the registry's
/// documents to describe them.
package protocol RegistryEcosystem: PackageEcosystem {
  /// The client for registries.
  var http: HTTP.Client { get }
}

extension RegistryEcosystem {
  /// Reads the registry's document of the package.
  package func upstream(
    of dependency: Dependency, from old: String, to new: String
  ) async throws(Problem) -> Upstream {
    guard let page = dependency.source.flatMap(PackagePage.init) else { return Upstream() }
    return try await page.upstream(from: old, to: new, http)
  }

  /// Returns the names by which JavaScript sources import the package.
  package func imports(of dependency: Dependency) -> ImportRule {
    ImportRule(javaScript: dependency)
  }
}
