package import Forges
import Logging
import Store
import Time

extension World {
  /// Moves the state of renamed repositories to their new names.
  ///
  /// A repository that takes over the old name of another one starts without state.
  ///
  /// - Parameters:
  ///   - repositories: repositories as the forge lists them; those without an identifier are skipped.
  ///   - forge: the operator's name of the forge.
  /// - Throws: `DatabaseError`.
  package func follow(_ repositories: [Repository], of forge: String) async throws {
    let named = repositories.compactMap { repository in
      repository.identifier.map { ($0, repository.name) }
    }
    let names = Dictionary(named) { first, _ in first }
    for renaming in try await store.follow(names, of: forge) {
      if let new = renaming.new {
        log.warning(
          "the repository was renamed", ["repository": "\(renaming.old)", "name": "\(new)"])
      } else {
        log.warning(
          "another repository has this name now; it starts without state",
          ["repository": "\(renaming.old)"])
      }
    }
  }
}
