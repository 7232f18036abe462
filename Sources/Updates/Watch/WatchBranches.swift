import Ecosystem
import Forges
import Store
import Time

extension RepositoryPass {
  /// Updates the verdicts of branches without a pull request, and asks for a pass if one is settled.
  ///
  /// Costs nothing if CI judges no branch.
  ///
  /// - Throws: `ForgeError` or `DatabaseError`.
  func watchBranches(
    of checkout: Checkout, _ report: inout RepositoryReport
  ) async throws {
    let repository = forge.id(of: checkout.base.repository)
    var watcher = Watcher(self, checkout)
    for judged in try await world.store.judgedBranches(of: repository) {
      guard let key = UpdateKey(judged.key, of: repository), key.base == checkout.branch else {
        continue
      }
      let rules = checkout.watchRules(for: key, now: world.now())
      let verdict = try await watcher.verdict(of: judged.head, since: judged.since, rules)
      var later = judged
      later.take(verdict)
      if later != judged { try await world.store.save(later, of: repository, now: world.now()) }
      // A red branch is waited for, too: a person may restart its checks.
      let isNews = later.verdict != judged.verdict && later.verdict != .pending
      report.needsPass = report.needsPass || isNews
      guard later.verdict == .pending else { continue }
      let next =
        later.checks.isEmpty ? judged.since + Evidence.settling : judged.since + rules.timeout
      let times = [report.lookAgainAt, max(next, world.now() + .seconds(30))]
      report.lookAgainAt = times.compactMap(\.self).min()
    }
  }
}

extension JudgedBranch {
  /// Takes the result of a look at the checks.
  fileprivate mutating func take(_ found: Verdict) {
    switch found {
    case .pending(let names), .waiting(let names): (verdict, checks) = (.pending, names)
    case .passed: (verdict, checks) = (.passed, [])
    case .failed(let failed): (verdict, checks) = (.failed, failed.map(\.name))
    case .timedOut(let names): (verdict, checks) = (.timedOut, names)
    case .none: (verdict, checks) = (.none, [])
    }
  }
}
