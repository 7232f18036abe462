extension Client {
  /// Redirects requests to mirrors; callers keep using the original addresses.
  ///
  /// - Parameter mirror: returns the mirror of a remote, or the remote itself if it has none.
  /// - Returns: a client whose errors name the original remote.
  package func mirrored(_ mirror: @escaping @Sendable (_ remote: String) -> String) -> Client {
    Client(
      references: { (remote) throws(GitError) in
        do throws(GitError) {
          return try await references(mirror(remote))
        } catch {
          throw error.at(remote, unless: mirror(remote) == remote)
        }
      },
      files: { (remote, reference, select) throws(GitError) in
        do throws(GitError) {
          return try await files(mirror(remote), reference, select)
        } catch {
          throw error.at(remote, unless: mirror(remote) == remote)
        }
      },
      times: { (remote, commits) throws(GitError) in
        do throws(GitError) {
          return try await times(mirror(remote), commits)
        } catch {
          throw error.at(remote, unless: mirror(remote) == remote)
        }
      })
  }
}

extension GitError {
  /// Replaces the place by the original remote and adds the mirror to the detail.
  fileprivate func at(_ remote: String, unless isSame: Bool) -> GitError {
    guard !isSame else { return self }
    let mirror = "mirror: \(subject)"
    return GitError(
      code, subject: remote, detail: detail.isEmpty ? mirror : "\(detail) (\(mirror))")
  }
}
