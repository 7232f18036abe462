package import Ecosystem
import Text

/// The result of resolving a planned pull request.
package struct Resolved: Sendable {
  /// The changes by project; empty if no member can be updated.
  package var parts: [Update.Part] = []
  /// Members that cannot be updated, and why.
  package var problems: [(member: PlannedUpdate, problem: Problem)] = []
  /// Why members get a lower version than their newest, if a registry lacks a package.
  package var unavailable: [Problem] = []
}

extension World {
  /// Resolves a planned pull request, project by project.
  ///
  /// Each project is resolved on top of the changes of the projects before it, so that shared files
  /// contain all changes.
  package func resolve(
    _ planned: PlannedPullRequest, in tree: SourceTree
  ) async -> Resolved {
    if planned.key.isMaintenance, let member = planned.members.first {
      return await resolveMaintenance(member, in: tree)
    }
    var result = Resolved()
    var tree = tree
    for (state, strategy, members) in planned.byProject {
      let opened: any OpenProject
      do throws(Problem) {
        opened = try await state.project(in: tree, isChanged: !result.parts.isEmpty)
      } catch {
        result.problems += members.map { ($0, error) }
        continue
      }
      var part = PartResolution(
        state: state, opened: opened, tree: tree, strategy: strategy, ownOrigins: ownOrigins)
      part.memory = memory
      let outcome = await part.resolve(members)
      result.problems += outcome.problems
      result.unavailable += outcome.unavailable
      guard let resolved = outcome.part else { continue }
      var found = await part.withMutualLeads(resolved, of: members)
      do throws(Problem) {
        found.identities = try await opened.contentIdentities(in: found.change)
      } catch {
        result.problems += members.map { ($0, error) }
        continue
      }
      result.parts.append(found)
      tree = tree.changed(by: found.change.files)
    }
    return result
  }
}

extension ProjectState {
  /// Returns the opened project, which is opened again if other parts have changed the tree.
  fileprivate func project(
    in tree: SourceTree, isChanged: Bool
  ) async throws(Problem) -> any OpenProject {
    if let opened, !isChanged { return opened }
    return try await configured.open(in: tree)
  }
}

extension PlannedPullRequest {
  /// The members by project and strategy, in order.
  ///
  /// A project is resolved once for each strategy, because one resolution has one.
  fileprivate var byProject:
    [(state: ProjectState, strategy: VersioningStrategy, members: [PlannedUpdate])]
  {
    let order = members.map { StrategyGroup(id: $0.state.id, strategy: $0.strategy) }
    let indices = order.indices.filter { order.firstIndex(of: order[$0]) == $0 }
    return indices.map { index in
      let own = zip(members, order).filter { $0.1 == order[index] }.map(\.0)
      return (members[index].state, order[index].strategy, own)
    }
  }

  private struct StrategyGroup: Hashable {
    var id: ProjectState.ID
    var strategy: VersioningStrategy
  }
}

extension SourceTree {
  /// Returns the tree with changes applied.
  package func changed(by files: [FileChange]) -> SourceTree {
    let texts = files.map { file in
      (file.path, file.after.map { SourceText(file: file.path, bytes: $0) })
    }
    return overlaying(Dictionary(texts) { $1 })
  }
}
