package import Forges
import Logging
import Store

extension World {
  /// Follows repositories to the names that their forge has for them now.
  ///
  /// What is known of one goes along, and is not inherited by another one under its old name.
  ///
  /// - Parameters:
  ///   - repositories: one, or all that can be seen; those without an identifier are passed over.
  ///   - forge: the operator's name of it.
  /// - Throws: `DatabaseError`.
  package func follow(_ repositories: [Repository], of forge: String) async throws {
    let named = repositories.compactMap { repository in
      repository.identifier.map { ($0, "\(repository.name)") }
    }
    let names = Dictionary(named) { first, _ in first }
    for renaming in try await store.follow(names, of: forge) {
      if let new = renaming.new {
        log.warning(
          "the repository has another name by now", ["repository": renaming.old, "name": new])
      } else {
        log.warning(
          "another repository has this name by now: it begins anew",
          ["repository": renaming.old])
      }
    }
  }
}
