import Configuration
import Forges
import Languages
import Logging
import Store
import Time

/// Says once on a pull request that a person closed what that means and how to undo it.
struct ClosedReply: Sendable {
  private static let marker = "<!-- martlet-closed -->"

  private static let text = Message(
    "I will not propose these versions again. A newer version gets a pull request of its own. To "
      + "undo this, reopen this pull request. `@martlet ignore this dependency` stops newer "
      + "versions, too.")

  let forge: any Forge
  let identity: Account
  let world: World
  let repository: RepositoryName

  /// Writes the comment, unless it was written before or the operator switched replies off.
  ///
  /// If the state is lost, the comment is found by its marker. A forge that refuses comments does not
  /// fail the pass.
  ///
  /// - Throws: a `ForgeError` of the host or a `DatabaseError`.
  func write(on number: Int) async throws {
    guard world.people.replies == .on else { return }
    let name = "closed reply \(forge.id(of: repository)) \(number)"
    guard try await world.store.content(name) == nil else { return }
    do throws(ForgeError) {
      let thread = try await forge.comments(on: number, in: repository)
      let isWritten = thread.contains { comment in
        comment.author?.login == identity.login && comment.body.contains(Self.marker)
      }
      if !isWritten {
        let text = "\(world.language(Self.text))\n\n\(Self.marker)"
        _ = try await forge.comment(text, on: number, in: repository)
      }
    } catch {
      guard error.isRefusal else { throw error }
      world.log.warning(
        "a closed pull request cannot be commented",
        ["repository": "\(repository)", "number": "\(number)", "error": error.message])
    }
    try await world.store.keep([], as: name, now: world.now())
  }
}
