extension Client {
  /// Asks other places for remotes, while callers keep the addresses that they mean.
  ///
  /// - Parameter place: where to ask for a remote; the remote itself where nothing replaces it.
  /// - Returns: a client whose errors name the remote that was meant.
  package func mirrored(_ place: @escaping @Sendable (_ remote: String) -> String) -> Client {
    Client(
      references: { (remote) throws(GitError) in
        do throws(GitError) {
          return try await references(place(remote))
        } catch {
          throw error.at(remote, unless: place(remote) == remote)
        }
      },
      files: { (remote, reference, select) throws(GitError) in
        do throws(GitError) {
          return try await files(place(remote), reference, select)
        } catch {
          throw error.at(remote, unless: place(remote) == remote)
        }
      })
  }
}

extension GitError {
  /// Names the remote that the caller meant, and the mirror in the detail.
  fileprivate func at(_ remote: String, unless isSame: Bool) -> GitError {
    guard !isSame else { return self }
    let mirror = "asked at \(place)"
    return GitError(code, place: remote, detail: detail.isEmpty ? mirror : "\(detail) (\(mirror))")
  }
}
