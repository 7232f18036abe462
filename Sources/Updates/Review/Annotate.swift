import Ecosystem
import Forges
import Logging

extension World {
  /// Adds release notes, cautions and uses to the body of a proposal.
  ///
  /// A failed request does not fail the pull request; its part is omitted and logged.
  func annotated(_ proposal: Proposal, on forge: any Forge) async -> Proposal {
    var proposal = proposal
    let update = proposal.update
    var annotation = await notes(update)
    for part in update.parts {
      guard let ecosystem = ecosystem(part.project.ecosystem) else { continue }
      annotation.warnings += ecosystem.warnings(about: part.change)
    }
    annotation.warnings = annotation.warnings.unique
    do {
      let tree = try await tree(at: proposal.base, of: proposal.repository, on: forge)
      annotation.uses = await uses(of: update, in: tree.source)
    } catch {
      log.warning(
        "the uses of the dependency could not be counted",
        ["branch": proposal.branch, "error": "\(error)"])
    }
    proposal.body = forge.kind.text.inert(
      update.body(annotation, limit: forge.kind.textLimits.body))
    return proposal
  }

  /// Counts the uses of direct dependencies.
  ///
  /// Skipped for more than five, because it reads many files.
  private func uses(of update: Update, in tree: SourceTree) async -> [String: Uses] {
    var result: [String: Uses] = [:]
    guard update.leads.count <= 5 else { return result }
    let count = UseCount(generatedFolders: catalog.descriptions.flatMap(\.generatedFolders))
    for part in update.parts {
      guard let ecosystem = ecosystem(part.project.ecosystem) else { continue }
      for lead in part.leads where lead.dependency.kind == .direct {
        result[lead.dependency.name] = await count(
          ecosystem.imports(of: lead.dependency), below: part.project.directory, in: tree)
      }
    }
    return result
  }
}
