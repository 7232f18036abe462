import Arguments
import Ecosystem
import Forges
import JSON
import Service
import Store
import Time

extension Martlet {
  /// `martlet logs --repository OWNER/NAME`: prints what the last visits have logged.
  func printLogs(_ invocation: Invocation) async throws(Problem) -> ExitCode {
    guard let word = invocation.value("repository") else {
      throw Problem(.usage, "--repository OWNER/NAME is missing")
    }
    guard let name = RepositoryName(word) else {
      throw Problem(.usage, "is not OWNER/NAME", subject: word)
    }
    let visits = try await withState(invocation, isThere: true) { store, _ in
      try await store.logs(named: name)
    }
    let text = visits.reversed().flatMap(\.text).map { "\($0)\n" }.joined()
    terminal.result(
      visits.isEmpty ? "no visit of \(name) has logged anything in the last week\n" : text,
      invocation.has("json")
        ? ["schema": 1, "visits": .array(visits.map(\.json))] : nil)
    return .done
  }
}

extension LoggedVisit {
  /// A heading and the lines.
  fileprivate var text: [String] {
    ["\(at.rfc3339) forge=\(repository.forge) job=\(job): \(outcome) after \(seconds) s"]
      + lines.map { "  \($0)" }
  }
}
