package import Ecosystem
import Text

/// What came of working out a batch.
package struct Resolved: Sendable {
  /// What the pull request brings; empty where nothing can be moved.
  package var parts: [Update.Part] = []
  /// Members that do not come along, and why.
  package var left: [(member: Batch.Member, problem: Problem)] = []
}

extension World {
  /// Works out what a batch changes, project by project.
  ///
  /// Each project is resolved on top of what the ones before it have changed, so that files which
  /// they share hold the changes of all.
  package func resolve(
    _ batch: Batch, _ surveys: [Survey], in tree: SourceTree
  ) async -> Resolved {
    var result = Resolved()
    var tree = tree
    for (index, members) in batch.bySurvey {
      let part = PartResolution(
        site: surveys[index].site, tree: tree, outlooks: surveys[index].outlooks)
      let (found, left) = await part.resolve(members)
      result.left += left
      guard let found else { continue }
      result.parts.append(found)
      tree = tree.changed(by: found.change.files)
    }
    return result
  }
}

extension Batch {
  /// The members of each project, in order.
  fileprivate var bySurvey: [(survey: Int, members: [Member])] {
    let order = members.map(\.survey)
    let indices = order.indices.filter { order.firstIndex(of: order[$0]) == $0 }
    return indices.map { place in (order[place], members.filter { $0.survey == order[place] }) }
  }
}

extension SourceTree {
  /// The tree as it is after changes.
  func changed(by files: [FileChange]) -> SourceTree {
    let after = Dictionary(files.map { ($0.path, $0.after) }) { $1 }
    let gone = Set(files.filter { $0.after == nil }.map(\.path))
    let paths = Set(paths).union(after.keys).subtracting(gone).sorted()
    let before = self
    return SourceTree(name: name, paths: paths) { path throws(Problem) in
      guard let bytes = after[path] ?? nil else { return try await before.read(path) }
      return SourceText(file: path, bytes: bytes)
    }
  }
}
