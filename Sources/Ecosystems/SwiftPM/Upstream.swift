package import Ecosystem

extension SwiftPMEcosystem {
  /// A package lives where it is fetched from; a registry's identity leads nowhere by itself.
  package func upstream(
    of dependency: Dependency, from old: String, to new: String
  ) async throws(Problem) -> Upstream {
    Upstream(addresses: [dependency.source].compactMap(\.self))
  }

  /// Fetching packages runs nothing, and pins don't mention plugins.
  package func warnings(about change: Change) -> [Warning] { change.warnings }
}
