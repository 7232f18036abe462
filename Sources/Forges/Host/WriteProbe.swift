import Git

/// Sends writes that can't succeed, to find out which of them the credential may not do.
///
/// Hosts check the permission before the content of a request. So a request about a commit or branch
/// that doesn't exist is refused as forbidden, or else as invalid, which means that the write is
/// permitted.
///
///     var probe = WriteProbe()
///     try await probe.attempt("push branches") { … }
///     return probe.refused
struct WriteProbe {
  /// A branch that doesn't exist in any repository.
  static let branch = "martlet/doctor"
  /// A commit that doesn't exist in any repository.
  static let missingCommit = String(repeating: "1", count: 40)

  /// The writes that aren't permitted, in the order of the attempts.
  private(set) var refused: [RefusedWrite] = []

  /// A move of the branch from a commit that doesn't exist, which no server carries out.
  static func push(to head: String) -> RefUpdate {
    RefUpdate("refs/heads/\(branch)", from: missingCommit, to: head)
  }

  /// Sends a write, and records it if it isn't permitted.
  ///
  /// - Parameters:
  ///   - write: completes "may not …".
  ///   - isMissingExpected: whether the host answers 404 to the missing branch.
  ///   - words: the explanation of a refusal.
  ///   - body: sends the request.
  /// - Throws: errors that say nothing about permissions.
  mutating func attempt(
    _ write: String, isMissingExpected: Bool = false,
    words: (ForgeError) -> String = { $0.detail }, _ body: () async throws(ForgeError) -> Void
  ) async throws(ForgeError) {
    do throws(ForgeError) {
      try await body()
    } catch {
      switch error.code {
      case .notFound where isMissingExpected: return
      // A rule of the host forbids branches with our names.
      case .rejected where error.detail.contains("hook declined"): break
      case .rejected, .conflict: return
      case .forbidden, .notFound, .archived, .unauthorized: break
      default: throw error
      }
      refused.append(RefusedWrite(write: write, reason: words(error)))
    }
  }
}
