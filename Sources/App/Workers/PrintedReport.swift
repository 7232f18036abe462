import Ecosystem
import Service
import Updates

extension RepositoryReport {
  /// Returns the part of the report that `run` prints, which the parent keeps until its end.
  ///
  /// A fleet has millions of dependencies that the text doesn't list, and only a dry run prints the
  /// changed files.
  func printed(with options: RunOptions) -> RepositoryReport {
    var printed = self
    if !options.isDocument { printed.dependencies = listedDependencies }
    guard !options.isDry else { return printed }
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
