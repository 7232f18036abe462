import Ecosystem
import Updates

/// Failures that many dependencies of a repository share, such as a registry that doesn't respond.
///
/// A text has one line for each cause instead of one for each dependency:
///
///     1113 dependencies: no answer in time (left-pad, lodash, react, and 1110 more)
struct SharedFailures: Sendable {
  /// From so many dependencies on, one line replaces theirs.
  private static let fewest = 4
  /// The number of names in a line.
  private static let examples = 3

  private let causes: [String: [String]]

  /// Groups the failures of dependencies by their cause.
  init(of dependencies: [DependencyReport]) {
    let failed = dependencies.compactMap { report in
      Self.cause(of: report).map { ($0, report.dependency.name) }
    }
    causes = Dictionary(grouping: failed, by: \.0).mapValues { $0.map(\.1) }
      .filter { $0.value.count >= Self.fewest }
  }

  /// The lines, sorted by cause.
  var lines: [String] {
    causes.sorted { $0.key < $1.key }.map { cause, names in
      let shown = names.prefix(Self.examples).joined(separator: ", ")
      return "\(names.count) dependencies: \(cause) "
        + "(\(shown), and \(names.count - Self.examples) more)"
    }
  }

  /// Whether a line stands for the failure of a dependency.
  func include(_ report: DependencyReport) -> Bool {
    Self.cause(of: report).map { causes[$0] != nil } ?? false
  }

  private static func cause(of report: DependencyReport) -> String? {
    guard case .problem(let problem) = report.state, problem.kind == .failed else { return nil }
    return problem.message
  }
}
