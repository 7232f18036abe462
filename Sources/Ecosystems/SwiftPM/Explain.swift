package import Ecosystem
import Resolution
import Text

extension SwiftPMEcosystem {
  /// Tells which requirements lead to a package, and what keeps it from another version.
  package func explain(
    _ name: String, version: String?, in project: Project, tree: SourceTree
  ) async throws(Problem) -> [String] {
    let contents = try await ContentsReader(tree: tree, tools: tools).read(project)
    guard let package = contents.reference(named: name) else {
      throw Problem(.usage, "is no dependency of \(project.manifest)", subject: name)
    }
    var performer = Performer(lookUp: lookUp(contents))
    let inputs = contents.inputs(pins: contents.pins)
    let solution = try await performer.solve(inputs)
    var lines = Reasons(contents: contents, solution: solution).sentences(about: package.identity)
    if let version {
      lines += try await obstacles(to: version, of: package, contents, performer)
    }
    return lines
  }

  private func obstacles(
    to text: String, of package: PackageReference, _ contents: Contents, _ performer: Performer
  ) async throws(Problem) -> [String] {
    guard let version = SemanticVersion(tag: text) else {
      throw Problem(.usage, "is no version", subject: text)
    }
    var performer = performer
    var inputs = contents.inputs(pins: contents.pins)
    inputs.pins[package.identity] = nil
    let source: PackageDependency.Source =
      package.kind == .registry ? .registry(package.location) : .url(package.location)
    inputs.dependencies.append(
      PackageDependency(source: source, requirement: .exact(version), range: 0..<0))
    do throws(Problem) {
      _ = try await performer.solve(inputs)
      return ["Nothing stands in the way of \(package) \(version)."]
    } catch {
      guard error.kind == .unsolvable else { throw error }
      return ["\(package) \(version) cannot be chosen:"] + error.explanation
    }
  }
}

/// Why a package is in a graph.
struct Reasons {
  let contents: Contents
  let solution: Solution

  func sentences(about identity: PackageIdentity) -> [String] {
    guard let entry = solution.entries[identity] else {
      return ["\(identity) is needed by nothing."]
    }
    let users = users(of: identity)
    let state = "\(identity) is at \(entry.state)"
    guard !users.isEmpty else { return ["\(state)."] }
    return ["\(state) because:"] + users
  }

  /// One sentence for every package that requires it.
  private func users(of identity: PackageIdentity) -> [String] {
    var lines: [String] = []
    for declaration in contents.declarations where declaration.dependency.identity == identity {
      lines.append("  \(declaration.text.file) requires \(declaration.requirementText)")
    }
    for (user, entry) in solution.entries.sorted(by: { $0.key < $1.key }) {
      for dependency in entry.manifest.dependencies where dependency.identity == identity {
        let requirement = dependency.requirement?.description ?? "its folder"
        lines.append("  \(user) \(entry.state) requires \(requirement)")
      }
    }
    return lines
  }
}
