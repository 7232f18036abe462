import Ecosystem
import Forges
import Git
import Store
import Text
import Time

extension RepositoryPass {
  /// Makes the previews that operators asked for, and deletes those of updates that don't wait any more.
  ///
  /// The waiting updates are looked up, resolved and described as if somebody had asked to open them;
  /// nothing is written to the forge.
  ///
  /// - Parameters:
  ///   - checkout: the base branch.
  ///   - requested: what people asked for.
  ///   - reports: the dependencies of the branch as the pass found them.
  /// - Throws: `DatabaseError`.
  func makePreviews(
    in checkout: Checkout, _ requested: RequestedActions, _ reports: [DependencyReport]
  ) async throws {
    guard !isDry else { return }
    let repository = forge.id(of: checkout.base.repository)
    var wanted: [PreviewRecord] = []
    for preview in try await world.store.previews(of: repository) {
      let isOld = world.now() - preview.requestedAt > Self.keepingPreviews
      let concerned = reports.filter { preview.concerns($0.project, $0.dependency) }
      if isOld || !concerned.isEmpty && !concerned.contains(where: { $0.waits(preview.version) }) {
        try await world.store.remove(preview, of: repository)
      } else if preview.madeAt == nil, !concerned.isEmpty {
        wanted.append(preview)
      }
    }
    guard !wanted.isEmpty else { return }
    for preview in try await previews(wanted, in: checkout, requested) {
      try await world.store.save(preview, of: repository)
    }
  }

  /// How long a preview is shown.
  private static let keepingPreviews = Duration.days(7)

  private func previews(
    _ wanted: [PreviewRecord], in checkout: Checkout, _ requested: RequestedActions
  ) async throws -> [PreviewRecord] {
    let analysis = await analysis(with: wanted, in: checkout, requested)
    let records = try await records(of: checkout.base.repository)
    let publication = Publication(analysis, records, on: checkout.branch, now: world.now())
    var made: [PreviewRecord] = []
    for preview in wanted {
      var result = preview
      result.madeAt = world.now()
      let planned = analysis.plan.plannedPullRequests.first { planned in
        planned.members.contains { preview.concerns($0.project, $0.candidateSet.dependency) }
      }
      guard let planned else {
        result.failure = "It waits for a condition that no person can skip."
        made.append(result)
        continue
      }
      await fill(&result, from: planned, publication, checkout)
      made.append(result)
    }
    return made
  }

  /// Plans the branch as if somebody had asked to open the waiting updates.
  private func analysis(
    with wanted: [PreviewRecord], in checkout: Checkout, _ requested: RequestedActions
  ) async -> BranchAnalysis {
    var asked = requested
    asked.requests += wanted.map { preview in
      DashboardRequest(
        .open, ecosystem: preview.ecosystem, directory: preview.directory,
        dependency: preview.dependency, version: preview.version, createdAt: preview.requestedAt)
    }
    var scratch = RepositoryReport(repository: forge.id(of: checkout.base.repository))
    let all = await discoverProjects(in: checkout, asked, &scratch)
    let concerned = all.filter { configured in
      wanted.contains { $0.concerns(configured.project) }
    }
    let read = await world.read(concerned, in: checkout.tree.source)
    let states = await lookUp(read, on: checkout.branch, &scratch)
    return plan(states, of: all, in: checkout, asked)
  }

  private func fill(
    _ preview: inout PreviewRecord, from planned: PlannedPullRequest, _ publication: Publication,
    _ checkout: Checkout
  ) async {
    let resolved = await world.resolve(planned, in: checkout.tree.source)
    guard !resolved.parts.isEmpty else {
      preview.failure = resolved.problems.first?.problem.line ?? "No file would change."
      return
    }
    let update = Update(key: planned.key, group: planned.group, parts: resolved.parts)
    let proposal = await world.annotated(
      describe(
        update, publication.style(of: planned, in: world.catalog), branch: nil, taken: [], checkout),
      on: forge)
    preview.title = proposal.title
    preview.body = proposal.body
    do throws(GitError) {
      var parts: [String] = []
      for file in update.files {
        parts.append(try patch(of: file.path, from: file.before, to: file.after))
      }
      preview.diff = parts.joined()
    } catch {
      preview.failure = "The changes can't be shown: \(error)."
    }
  }
}

extension PreviewRecord {
  /// Whether it is about a dependency of a project.
  fileprivate func concerns(_ project: Project, _ dependency: Dependency? = nil) -> Bool {
    ecosystem == project.ecosystem.rawValue && directory == project.directory
      && dependency.map { $0.name == self.dependency } ?? true
  }
}

extension DependencyReport {
  /// Whether a version waits for a time, a place or a person.
  fileprivate func waits(_ version: String) -> Bool {
    ([state] + [held].compactMap(\.self)).contains { $0.isWaiting && $0.version == version }
  }
}

extension UpdateState {
  /// Whether a pull request would be opened if a time, a place or a person allowed it.
  fileprivate var isWaiting: Bool {
    switch self {
    case .coolingDown, .awaitingApproval, .scheduled, .limited, .waiting, .endedMeanwhile:
      true
    default: false
    }
  }
}
