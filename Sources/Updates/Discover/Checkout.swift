import Configuration
import Ecosystem
import Forges
import Languages
import Store
import Time

/// A repository and the head of its default branch.
struct Base: Sendable {
  var repository: RepositoryName
  /// The forge's identifier, which survives renaming; nil if the forge has none.
  var identifier: String?
  var defaultBranch: String
  /// When the forge last confirmed name and default branch.
  var confirmedAt: Timestamp
  /// The forge's identifier of the default branch; nil if the forge has none.
  var branchMark: String?
  /// Whether the state asked for a confirmation before this pass.
  var neededConfirmation = false
  /// Whether a survey has just shown that nothing has changed on the forge since the last visit.
  var isUnchanged = false
  /// The commit of the default branch.
  var head: String
  /// Which branches of our open pull requests don't exist; nil if that wasn't requested with the
  /// default branch.
  var missingHeads: Set<String>?
  /// Every pull request, open or closed, if this pass listed them; else nil.
  var pullRequests: [PullRequest]?
}

extension World {
  /// Lists the files of the default branch.
  func tree(of base: Base, on forge: any Forge) async throws -> ForgeTree {
    try await tree(at: base.head, of: base.repository, on: forge)
  }
}

/// A commit of a base branch with the entries that update it.
struct Checkout: Sendable {
  var base: Base
  /// The branch that pull requests merge into.
  var branch: String
  /// The commit of that branch.
  var head: String
  var tree: ForgeTree
  var entries: [Entry]
}

extension RepositoryPass {
  /// Parses the configuration file on the default branch and lists the files of each branch that it
  /// updates.
  ///
  /// A target branch that does not exist is reported as a problem; the other branches are updated.
  ///
  /// - Parameters:
  ///   - base: the repository.
  ///   - tree: the files of the default branch.
  ///   - report: receives the mistakes of the file.
  /// - Returns: a checkout for each branch, in the order of the file.
  /// - Throws: `ForgeError`, or the error that makes the file unusable as a whole.
  func checkOutBranches(
    of base: Base, _ tree: ForgeTree, _ report: inout RepositoryReport
  ) async throws -> [Checkout] {
    let entries = try await readEntries(of: tree.source, base, &report)
    if entries.isEmpty {
      let paths = ConfigurationPaths(folders: ForgeKind.settingsFolders(on: forge.kind))
      let hasFile = paths.choose(among: tree.source.paths) != nil
      report.condition = hasFile ? .unsupported : .noFile
    }
    let branches = entries.map { $0.target ?? base.defaultBranch }
    var checkouts: [Checkout] = []
    for branch in branches.unique {
      let own = zip(entries, branches).filter { $0.1 == branch }.map(\.0)
      if branch == base.defaultBranch {
        checkouts.append(
          Checkout(base: base, branch: branch, head: base.head, tree: tree, entries: own))
      } else if let head = try await forge.head(of: branch, in: base.repository) {
        let tree = try await world.tree(at: head, of: base.repository, on: forge)
        checkouts.append(
          Checkout(base: base, branch: branch, head: head, tree: tree, entries: own))
      } else {
        report.record(
          [Problem(.usage, "the target-branch does not exist", subject: branch)],
          of: "branch \(branch)")
      }
    }
    return checkouts
  }

  /// Reads the entries, and reports the mistakes of the file.
  private func readEntries(
    of source: SourceTree, _ base: Base, _ report: inout RepositoryReport
  ) async throws -> [Entry] {
    report.name = base.repository
    do {
      let entries = try await entries(source, base.head)
      let mistakes = entries.flatMap(\.findings).filter { $0.severity == .error }
      report.configurationErrors = mistakes.map { "\($0)" }.unique
      report.wantsDashboard = entries.contains { $0.hasDashboard }
      report.channels = entries.first?.channels ?? ""
      report.language = entries.lazy.compactMap(\.repositoryLanguage).first
      return entries
    } catch let problem as Problem where problem.isOfRepository {
      report.configurationErrors = [problem.line] + problem.explanation
      report.condition = .mistaken
      report.language = await statedLanguage(in: source)
      throw problem
    }
  }

  /// The language that a file with mistakes asks for; nil if it can't be read.
  private func statedLanguage(in source: SourceTree) async -> Language? {
    let paths = ConfigurationPaths(folders: ForgeKind.settingsFolders(on: forge.kind))
    guard let path = paths.choose(among: source.paths)?.path else { return nil }
    do {
      return RepositoryFile.statedLanguage(in: try await source.read(path))
    } catch {
      // The report has the error already.
      return nil
    }
  }

  /// Finds the projects that the entries of a checkout update.
  func discoverProjects(
    in checkout: Checkout, _ requested: RequestedActions, _ report: inout RepositoryReport
  ) async -> [ConfiguredProject] {
    let discovered = world.discover(in: checkout.tree.source.paths, for: checkout.entries)
    report.findings += checkout.findings(discovered)
    let projects = await world.joiningParts(
      requested.applying(discovered), in: checkout.tree.source)
    report.subjects.formUnion(projects.map { $0.subject(on: checkout.branch) })
    return projects
  }
}

extension Checkout {
  /// Collects the findings of its entries, including those that cover no project.
  fileprivate func findings(_ configuredProjects: [ConfiguredProject]) -> [Finding] {
    let covering = Set(configuredProjects.map(\.entryIndex))
    return entries.enumerated().flatMap { index, entry in
      entry.findings + (covering.contains(index) ? [] : [entry.coversNothing].compactMap(\.self))
    }
  }
}
