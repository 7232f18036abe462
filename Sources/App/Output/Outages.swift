import Ecosystem
import JSON
import Updates

/// Failures that dependencies of several repositories share, such as a registry that is down.
///
/// A report has one line for each host and cause, at its end:
///
///     registry.npmjs.org: got status 503 from the registry: 90 dependencies of 30 repositories
struct Outages: Sendable {
  /// A host and what is wrong with it.
  private struct Cause: Hashable, Comparable {
    var host: String
    var message: String

    /// Nil for a problem that isn't the failure of a host.
    init?(_ report: DependencyReport) {
      guard case .problem(let problem) = report.state, problem.kind == .failed,
        !problem.isOfRepository, let host = problem.host
      else { return nil }
      self.host = host
      message = problem.message
    }

    static func < (left: Cause, right: Cause) -> Bool {
      (left.host, left.message) < (right.host, right.message)
    }
  }

  private var dependencies: [Cause: Int] = [:]
  private var repositories: [Cause: Int] = [:]

  /// Collects the causes that at least two repositories share.
  init(of reports: [RepositoryReport]) {
    for report in reports {
      let causes = report.dependencies.compactMap(Cause.init)
      for cause in causes { dependencies[cause, default: 0] += 1 }
      for cause in Set(causes) { repositories[cause, default: 0] += 1 }
    }
    repositories = repositories.filter { $0.value > 1 }
    dependencies = dependencies.filter { repositories[$0.key] != nil }
  }

  /// Whether the report of a dependency is part of an outage.
  func include(_ report: DependencyReport) -> Bool {
    Cause(report).map { repositories[$0] != nil } ?? false
  }

  /// A line of a repository that stands for its dependencies.
  func lines(of report: RepositoryReport) -> [String] {
    let shared = report.dependencies.compactMap(Cause.init).filter { repositories[$0] != nil }
    return Dictionary(grouping: shared, by: \.host).sorted { $0.key < $1.key }.map { host, causes in
      let what = causes.count == 1 ? "dependency" : "dependencies"
      return "\(causes.count) \(what) not looked up: \(host) failed (see the end)"
    }
  }

  /// A line for each host and cause.
  var lines: [String] {
    repositories.sorted { $0.key < $1.key }.map { cause, count in
      "\(cause.host): \(cause.message): \(dependencies[cause] ?? 0) dependencies of \(count) "
        + "repositories could not be looked up"
    }
  }

  /// The same for a document.
  var json: Value {
    .array(
      repositories.sorted { $0.key < $1.key }.map { cause, count in
        [
          "host": .string(cause.host), "message": .string(cause.message),
          "dependencies": .int(dependencies[cause] ?? 0), "repositories": .int(count),
        ]
      })
  }
}

extension Problem {
  /// The host of the URL in its subject; nil if it has none.
  fileprivate var host: String? {
    guard let subject, let range = subject.firstRange(of: "://") else { return nil }
    let host = subject[range.upperBound...].prefix { $0 != "/" && $0 != " " && $0 != "?" }
    return host.isEmpty ? nil : String(host)
  }
}
