import Configuration
import Ecosystem
import Forges
import Impact
import Logging
import Store

extension World {
  /// Adds release notes, warnings about origins and uses to the body of a proposal.
  ///
  /// A failed request does not fail the pull request; its part is omitted and logged.
  func annotated(_ proposal: Proposal, on forge: any Forge) async -> Proposal {
    var proposal = proposal
    let update = proposal.update
    var annotation = await notes(update)
    for part in update.parts {
      guard let ecosystem = ecosystem(part.project.ecosystem) else { continue }
      annotation.warnings += warnings(of: ecosystem, about: part.change)
    }
    annotation.warnings = annotation.warnings.unique
    proposal.origins = OriginCheck(annotation, of: update)
    do {
      let tree = try await tree(at: proposal.base, of: proposal.repository, on: forge)
      annotation.uses = await uses(of: update, in: tree.source)
      if proposal.hasImpact {
        annotation.impacts = await impacts(of: update, in: tree.source)
        proposal.impacts = annotation.impacts.map(\.excerpt)
        proposal.applyLateSettings()
      }
    } catch {
      log.warning(
        "the uses of the dependency could not be counted",
        ["branch": proposal.branch, "error": "\(error)"])
    }
    annotation.evidence = await evidence(about: update, in: forge.id(of: proposal.repository))
    annotation.held = update.heldReleases
    proposal.body = forge.kind.text.inert(
      update.body(annotation, limit: forge.kind.textLimits.body))
    return proposal
  }

  /// Describes what happened to an update in other repositories, if the operator's file asks for it.
  private func evidence(
    about update: Update, in repository: RepositoryID
  ) async -> [String: String] {
    guard fleet.usesEvidence else { return [:] }
    do {
      let steps = update.packageSteps
      let sentences = zip(steps, try await evidence(for: steps, in: repository)).compactMap {
        step, evidence in evidence?.sentence(in: update.language).map { (step.name, $0) }
      }
      return Dictionary(sentences) { first, _ in first }
    } catch {
      log.warning(
        "the results of other repositories could not be read", ["error": "\(error)"])
      return [:]
    }
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
