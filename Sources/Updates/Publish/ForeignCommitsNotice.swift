import Forges
import Languages
import Logging
import Store
import Time

/// Tells on a pull request, once, that its branch has commits that martlet can't prove to be its own.
struct ForeignCommitsNotice: Sendable {
  private static let marker = "<!-- martlet-foreign-commits -->"

  private static let text = Message(
    "The branch of this pull request has a commit that I did not write, or that I cannot prove to "
      + "be mine. I neither change the branch nor merge the pull request any more. "
      + "`@martlet recreate` rebuilds the branch without that commit.")

  let forge: any Forge
  let identity: Account
  let world: World
  let repository: RepositoryName

  /// Writes the comment, unless it was written before.
  ///
  /// If the state is lost, the comment is found by its marker. A forge that refuses comments does not
  /// fail the pass, whose report says the same.
  ///
  /// - Throws: a `ForgeError` of the host or a `DatabaseError`.
  func write(on number: Int) async throws {
    let name = "foreign commits \(forge.id(of: repository)) \(number)"
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
        "a pull request with commits by others cannot be commented",
        ["repository": "\(repository)", "number": "\(number)", "error": error.message])
    }
    try await world.store.keep([], as: name, now: world.now())
  }
}
