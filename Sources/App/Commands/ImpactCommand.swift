import Arguments
import Ecosystem
import Impact
import JSON
import Updates

extension Martlet {
  /// `martlet check [PATH] --impact NAME[@VERSION]`.
  func checkImpact(_ invocation: Invocation) async throws(Problem) -> ExitCode {
    let arguments = PathAndNames(invocation.arguments, needsNames: false, isFolder: isFolder)
    let targets = try Goal.Target.all(in: invocation.values("impact"))
    let session = try await open(invocation, path: arguments.path)
    var found: [ProjectImpact] = []
    for target in targets { found += try await session.impact(of: target) }
    if invocation.has("json") {
      terminal.raw(document(["schema": 1, "impacts": .array(found.map(\.json))]))
    } else {
      terminal.out(found.map(\.text).joined(separator: "\n"))
    }
    return .done
  }
}

/// The impact of an update on a project.
struct ProjectImpact: Sendable {
  var project: Project
  var report: ImpactReport

  /// The manifest and the report, indented.
  var text: String {
    let lines = report.text.split(separator: "\n").map { "  \($0)" }
    return (["\(project.manifest):"] + lines).joined(separator: "\n") + "\n"
  }

  var json: Value {
    var object = Object([("manifest", .string(project.manifest))])
    for member in report.json.object?.members ?? [] { object[member.key] = member.value }
    return .object(object)
  }
}

extension LocalSession {
  /// Reports on a step of a dependency in every selected project that has it.
  ///
  /// - Parameter target: a name, with a version; without one, the newest that the policy allows.
  /// - Returns: one report for each dependency of that name.
  /// - Throws: a `Problem` if no project has the dependency, or if a project can't be read.
  func impact(of target: Goal.Target) async throws(Problem) -> [ProjectImpact] {
    var found: [ProjectImpact] = []
    for configured in selection.configuredProjects {
      let opened = try await configured.ecosystem.open(configured.project, in: selection.source)
      var state = try await world.read(configured, from: opened)
      guard
        let name = state.dependencies.first(where: { $0.id == target.name })?.name
          ?? configured.spelling(of: target.name, among: state.dependencies, in: opened)
      else { continue }
      state.dependencies.removeAll { $0.name != name }
      let newest = target.version == nil ? await world.lookUp(state).candidateSets : []
      for dependency in state.dependencies {
        let set = newest.first { $0.dependency.id == dependency.id }
        let report = await report(
          on: dependency, to: target.version ?? set?.candidates.first?.version,
          vulnerable: set?.alerts.flatMap(\.symbols) ?? [], opened)
        found.append(ProjectImpact(project: configured.project, report: report))
      }
    }
    guard !found.isEmpty else {
      throw Problem(
        .usage, "no project here has a dependency of this name", subject: target.name,
        advice: "'martlet check' lists the names.")
    }
    return found
  }

  private func report(
    on dependency: Dependency, to version: String?, vulnerable: [String],
    _ opened: any OpenProject
  ) async -> ImpactReport {
    let current = dependency.exactVersion ?? dependency.current
    guard let current, let version else {
      let reason =
        current == nil ? "the lock has no version of it" : "there is no newer version to compare"
      return ImpactReport(
        name: dependency.name, from: current ?? "-", to: version ?? "-", unknown: reason)
    }
    var assessment = ImpactAssessment(opened, in: selection.source)
    assessment.generatedFolders = servedEcosystems.descriptions.flatMap(\.generatedFolders)
    return await assessment(dependency, from: current, to: version, vulnerable: vulnerable)
  }
}
