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
      let survey = surveys[index]
      let opened: any OpenProject
      do throws(Problem) {
        opened = try await survey.project(in: tree, isChanged: !result.parts.isEmpty)
      } catch {
        result.left += members.map { ($0, error) }
        continue
      }
      let part = PartResolution(
        site: survey.site, opened: opened, tree: tree, outlooks: survey.outlooks,
        ownHosts: privateHosts)
      let (found, left) = await part.resolve(members)
      result.left += left
      guard let found else { continue }
      result.parts.append(found)
      tree = tree.changed(by: found.change.files)
    }
    return result
  }
}

extension Survey {
  /// Returns the opened project, which is opened again if other parts have changed the tree.
  fileprivate func project(
    in tree: SourceTree, isChanged: Bool
  ) async throws(Problem) -> any OpenProject {
    if let opened, !isChanged { return opened }
    return try await site.ecosystem.open(site.project, in: tree)
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
    let texts = files.map { file in
      (file.path, file.after.map { SourceText(file: file.path, bytes: $0) })
    }
    return overlaying(Dictionary(texts) { $1 })
  }
}
