package import Ecosystem
import Text

/// Finds out whether an update of a dependency changes what the repository's sources use.
package struct ImpactAssessment: Sendable {
  /// The project of the dependency.
  package var opened: any OpenProject
  /// The repository.
  package var tree: SourceTree
  /// Folders that the tools of ecosystems fill.
  package var generatedFolders: [String] = []
  /// The maximum number of files to read, since each may cost a request.
  package var fileLimit = 2_000
  /// How much of the package is read.
  package var limits = ScanLimits()
  /// The comparisons of other repositories.
  package var cache = ComparisonCache()

  /// Creates an assessment with the usual limits.
  package init(_ opened: any OpenProject, in tree: SourceTree) {
    self.opened = opened
    self.tree = tree
  }

  /// The report on a step of a dependency from one version to another.
  ///
  /// It never fails: what can't be fetched or read makes the answer unknown, with the reason.
  ///
  /// - Parameters:
  ///   - dependency: a dependency of the project.
  ///   - old: the version before.
  ///   - new: the version after.
  ///   - vulnerable: the symbols that fixed advisories name.
  /// - Returns: the report.
  package func callAsFunction(
    _ dependency: Dependency, from old: String, to new: String, vulnerable: [String] = []
  ) async -> ImpactReport {
    guard let project = opened as? any ComparedProject else {
      return ImpactReport(
        name: dependency.name, from: old, to: new,
        unknown: "martlet can't compare packages of this ecosystem yet")
    }
    do throws(Problem) {
      return try await report(dependency, old, new, vulnerable, project)
    } catch {
      let subject = error.subject.map { "\($0) " } ?? ""
      return ImpactReport(
        name: dependency.name, from: old, to: new, unknown: "\(subject)\(error.message)")
    }
  }

  private func report(
    _ dependency: Dependency, _ old: String, _ new: String, _ vulnerable: [String],
    _ project: any ComparedProject
  ) async throws(Problem) -> ImpactReport {
    let modules = try await project.modules(of: dependency, at: old)
    let (sources, reasons) = await sources(importing: modules, project.useScanner)
    let imported = sources.reduce(into: Set<String>()) { $0.formUnion($1.imports) }
    let wanted = project.useScanner.isImplicit ? modules : imported.intersection(modules)
    guard !wanted.isEmpty else {
      return ImpactReport(
        name: dependency.name, from: old, to: new,
        unknown: reasons.first ?? "no source file here imports it")
    }
    let comparison = try await comparison(dependency, [old, new], wanted, project)
    var judge = ImpactJudge(comparison, sources, project.useScanner)
    judge.reasons = reasons
    var report = judge.report(on: dependency.name, from: old, to: new)
    if !vulnerable.isEmpty { report.vulnerable = judge.uses(ofVulnerable: vulnerable) }
    return report
  }

  private func comparison(
    _ dependency: Dependency, _ versions: [String], _ modules: Set<String>,
    _ project: any ComparedProject
  ) async throws(Problem) -> APIComparison {
    let key = ComparisonCache.Key(
      ecosystem: project.project.ecosystem, package: [dependency.name, dependency.source ?? ""],
      versions: versions, modules: modules, limits: limits)
    if let known = cache[key] { return known }
    let before = try await project.publicAPI(of: dependency, at: versions[0], in: modules, limits)
    let after = try await project.publicAPI(of: dependency, at: versions[1], in: modules, limits)
    let comparison = APIComparison(from: before, to: after)
    cache.add(comparison, as: key)
    return comparison
  }

  /// Reads the source files that import one of the modules.
  private func sources(
    importing modules: Set<String>, _ scanner: UseScanner
  ) async -> (sources: [SourceUses], reasons: [String]) {
    let all = SourceFiles(generatedFolders: generatedFolders)(
      scanner.endings, below: opened.project.directory, in: tree.listing)
    let chosen = Array(all.prefix(fileLimit))
    var reasons: [String] = []
    if chosen.count < all.count {
      reasons.append("only \(chosen.count) of \(all.count) source files were read")
    }
    await tree.prefetch(chosen)
    var sources: [SourceUses] = []
    var unread = 0
    for path in chosen {
      let text: SourceText
      do throws(Problem) {
        text = try await tree.read(path)
      } catch {
        unread += 1
        continue
      }
      guard text.bytes.count <= limits.file, let uses = scanner.scan(path, text.bytes) else {
        unread += 1
        continue
      }
      if scanner.isImplicit || !uses.imports.isDisjoint(with: modules) { sources.append(uses) }
    }
    if unread > 0 { reasons.append("\(unread) source files could not be read") }
    return (sources, reasons)
  }
}
