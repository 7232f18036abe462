import Ecosystem
import Forges
import Updates

/// A task of `run` for a worker: one repository.
struct RunTask: Codable, Sendable {
  /// The extent of the work.
  enum Extent: Codable, Sendable {
    /// A pass, repeated while merges move the base.
    case everything
    /// Checking and merging pull requests.
    case checks
  }

  var repository: RepositoryID
  var extent: Extent
  /// The run's identifier, for the log.
  var run: String
  /// Whether to stop before anything is written.
  var isDry: Bool
  /// Whether the report is printed as JSON, which contains all dependencies.
  var isDocument: Bool
}

extension RepositoryReport {
  /// Returns the part of the report that `run` prints, which the parent keeps until its end.
  ///
  /// A fleet has millions of dependencies that the text doesn't list, and only a dry run prints the
  /// changed files.
  func printed(for task: RunTask) -> RepositoryReport {
    var printed = self
    if !task.isDocument { printed.dependencies = listedDependencies }
    guard !task.isDry else { return printed }
    for index in printed.dependencies.indices {
      printed.dependencies[index].proposal?.update.removeContents()
    }
    return printed
  }
}

extension Update {
  /// Removes the bytes of the changed files.
  fileprivate mutating func removeContents() {
    for index in parts.indices { parts[index].change.files = [] }
  }
}
