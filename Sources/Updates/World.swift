package import Advisories
package import Configuration
package import Ecosystem
package import Logging
package import Store

/// What a run needs of the world outside; built once, where the program starts, and by tests.
package struct World: Sendable {
  /// All that are asked; a project belongs to the one that discovers it.
  package var ecosystems: [any PackageEcosystem]
  /// A cache and a log of intents: a run comes to the same end without it.
  package var store: StateStore
  /// Seconds since 1970.
  package var now: @Sendable () -> Int64
  /// Carries the run's and the repository's fields along.
  package var log: Logger
  /// Finds what upstream and registries say of an update.
  ///
  /// Asked only for what is about to be shown. It never fails: what cannot be had is left out.
  package var notes: @Sendable (Update) async -> Annotation
  /// Finds what advisories say of the versions that locks have.
  ///
  /// It never fails: what cannot be had stands in the answer, and takes seconds at most.
  package var advisories: @Sendable ([AdvisedVersion]) async -> AdvisoryAnswer
  /// Hosts of the operator's own, in small letters: what lies there is named to nobody.
  package var privateHosts: Set<String> = []
  /// Packages that the operator calls private: they are named to no source of advisories.
  package var privateNames: [EcosystemID: [NamePattern]] = [:]
  /// Whether a forge calls a repository private, such as `github.com/acme/kit`, in small letters:
  /// it is named to nobody, either.
  package var isPrivate: @Sendable (_ address: String) -> Bool = { _ in false }
  /// Lets time go by while a forge makes up its mind.
  package var sleep: @Sendable (Duration) async throws -> Void

  /// Joins the parts of the world.
  package init(
    ecosystems: [any PackageEcosystem], store: StateStore, now: @escaping @Sendable () -> Int64,
    log: Logger, notes: @escaping @Sendable (Update) async -> Annotation = { _ in Annotation() },
    advisories: @escaping @Sendable ([AdvisedVersion]) async -> AdvisoryAnswer = { _ in
      AdvisoryAnswer()
    },
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.ecosystems = ecosystems
    self.store = store
    self.now = now
    self.log = log
    self.notes = notes
    self.advisories = advisories
    self.sleep = sleep
  }

  func ecosystem(_ id: EcosystemID) -> (any PackageEcosystem)? {
    ecosystems.first { $0.id == id }
  }

  /// The descriptions of all ecosystems.
  package var catalog: EcosystemCatalog { EcosystemCatalog(ecosystems.map(\.description)) }
}
