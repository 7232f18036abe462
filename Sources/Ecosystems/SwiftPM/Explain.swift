import Ecosystem
import Resolution
import Text

extension SwiftPMProject {
  /// Lists the requirements on a package, and what prevents another version.
  func explain(_ name: String, version: String?) async throws(Problem) -> [String] {
    guard let package = contents.reference(named: name) else {
      throw Problem(.usage, "is not a dependency of \(project.manifest)", subject: name)
    }
    var fetcher = Fetcher(lookUp: lookUp)
    let inputs = contents.inputs(pins: contents.pins)
    let solution = try await fetcher.solve(inputs)
    var lines = Reasons(contents: contents, solution: solution).sentences(about: package.identity)
    if let version {
      lines += try await obstacles(to: version, of: package, fetcher)
    }
    return lines
  }

  private func obstacles(
    to text: String, of package: PackageReference, _ fetcher: Fetcher
  ) async throws(Problem) -> [String] {
    guard let version = SemanticVersion(tag: text) else {
      throw Problem(.usage, "is not a version", subject: text)
    }
    var fetcher = fetcher
    var inputs = contents.inputs(pins: contents.pins)
    inputs.pins[package.identity] = nil
    let source: PackageDependency.Source =
      package.kind == .registry ? .registry(package.location) : .url(package.location)
    inputs.dependencies.append(
      PackageDependency(source: source, requirement: .exact(version), range: 0..<0))
    do throws(Problem) {
      _ = try await fetcher.solve(inputs)
      return ["\(package) \(version) can be chosen."]
    } catch {
      guard error.kind == .unsolvable else { throw error }
      return ["\(package) \(version) cannot be chosen:"] + error.explanation
    }
  }
}

/// Explains why a package is in a graph.
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
