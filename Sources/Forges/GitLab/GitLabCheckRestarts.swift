import HTTP
import JSON

extension GitLabForge {
  /// `POST pipelines/ID/retry`, which starts the failed jobs of a pipeline.
  package func restart(
    _ checks: [Check], of commit: String, in repository: RepositoryName
  ) async throws(ForgeError) -> Bool {
    let pipelines = Set(checks.compactMap(\.suite))
    do throws(ForgeError) {
      for pipeline in pipelines.sorted() {
        let _: GitLabRetry = try await host.write(
          .write(
            .post, repository.project("pipelines", "\(pipeline)", "retry"), [:],
            scope: .owner(repository.owner)))
      }
    } catch {
      switch error.code {
      case .forbidden, .notFound, .rejected: return false
      default: throw error
      }
    }
    return !pipelines.isEmpty
  }
}

/// The pipeline in the answer, whose content doesn't matter.
private struct GitLabRetry: Decodable, Sendable {}
