import Forges

extension Run {
  /// The failure of one proposal, if every other proposal of the repository would meet it, too.
  ///
  /// A lost permission is told from a protected branch by asking what the credential may do.
  func hindrance(by error: any Error, in repository: RepositoryName) async -> ForgeError? {
    guard let error = error as? ForgeError else { return nil }
    switch error.code {
    case .archived, .unauthorized, .rateLimited, .renamed, .cancelled: return error
    case .forbidden, .notFound:
      do throws(ForgeError) {
        let present = try await forge.repository(repository)
        return present.isArchived || !present.canPush ? error : nil
      } catch {
        return error
      }
    case .unavailable, .malformed, .conflict, .rejected, .tooLarge, .unsupported: return nil
    }
  }
}
