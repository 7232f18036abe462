import Ecosystem
import Forges
import Store
import Time

extension RepositoryPass {
  /// Sets the details of open pull requests that the forge refused in earlier passes, and reports
  /// those that are still refused.
  ///
  /// - Parameters:
  ///   - base: the repository.
  ///   - report: receives the problems; a pull request that this pass wrote is not tried again.
  /// - Throws: `ForgeError` if the forge can't be reached, or `DatabaseError`.
  func retryDetails(
    of base: Base, _ report: inout RepositoryReport
  ) async throws {
    guard !isDry else { return }
    let records = try await world.store.pullRequests(of: forge.id(of: base.repository))
    for record in records.sorted(by: { $0.number < $1.number }) where record.state == .open {
      guard let key = UpdateKey(record), var refused = try await world.store.refusedDetails(of: key)
      else { continue }
      do {
        if !report.pushed.contains(record.number), refused.isDue(now: world.now()) {
          try await retry(&refused, of: key, record, in: base.repository)
        }
        let subject = forge.kind.text.reference(record.number)
        report.record(
          refused.sorted.map { Problem($0.detail, $0.reason, subject: subject) },
          of: "details of \(record.number)")
      } catch let error as ForgeError where !error.isOfHost {
        let subject = forge.kind.text.reference(record.number)
        report.record(
          [Problem(repositoryError: error, subject: subject)], of: "details of \(record.number)")
      }
    }
  }

  private func retry(
    _ refused: inout RefusedDetails, of key: UpdateKey, _ record: PullRequestRecord,
    in repository: RepositoryName
  ) async throws {
    let current = try await forge.pullRequest(record.number, in: repository)
    guard current.state == .open else { return refused.reasons = [:] }
    let writer = DetailWriter(
      forge: forge, world: world, repository: repository, number: record.number)
    let reasons = try await writer.set(refused.sorted.map(\.detail))
    refused.retry(with: reasons, now: world.now())
    try await world.store.save(refused, of: key, now: world.now())
  }
}

extension Problem {
  /// Reports a detail of a pull request that the forge refuses.
  fileprivate init(_ detail: PullRequestDetail, _ reason: String, subject: String) {
    self.init(
      .refused, "\(detail.refusal): \(reason)", subject: subject,
      advice: "martlet tries again by itself.")
  }
}
