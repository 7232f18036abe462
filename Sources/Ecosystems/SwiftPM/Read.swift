package import Ecosystem
import Text

extension SwiftPMEcosystem {
  /// Reads the manifests and the lock without running Swift.
  package func read(
    _ project: Project, in tree: SourceTree
  ) async throws(Problem) -> [Dependency] {
    let contents = try await ContentsReader(tree: tree, tools: tools).read(project)
    return contents.dependencies
  }
}

extension Contents {
  /// The direct dependencies, then what else is pinned, each by name.
  var dependencies: [Dependency] {
    var direct: [PackageIdentity: Dependency] = [:]
    for declaration in declarations where declaration.dependency.requirement != nil {
      let identity = declaration.dependency.identity
      if direct[identity] == nil { direct[identity] = dependency(declaration) }
    }
    let indirect = pins.filter { direct[$0.key] == nil }.map { dependency($0.value) }
    return direct.values.sorted { $0.name < $1.name } + indirect.sorted { $0.name < $1.name }
  }

  private func dependency(_ declaration: Declaration) -> Dependency {
    let dependency = declaration.dependency
    let site = dependency.site
    return Dependency(
      name: dependency.identity.description, kind: .direct,
      group: declaration.isDevelopment ? .development : .production,
      requirement: declaration.requirementText, current: pins[dependency.identity]?.current,
      source: dependency.written,
      location: declaration.text.location(at: (site?.range ?? dependency.range).lowerBound))
  }

  private func dependency(_ pin: Pin) -> Dependency {
    Dependency(
      name: pin.identity.description, kind: .indirect, current: pin.current,
      source: pin.kind == .registry ? pin.identity.description : pin.location)
  }
}

extension Contents.Declaration {
  /// The requirement as it is written, with the words around its version.
  var requirementText: String {
    guard let site = dependency.site, let requirement = dependency.requirement else { return "" }
    let text = site.lower == nil ? requirement.description : self.text[site.range]
    return switch site.form {
    case .from: "from: \(text)"
    case .upToNextMajor: ".upToNextMajor(from: \(text))"
    case .upToNextMinor: ".upToNextMinor(from: \(text))"
    case .exact: "exact: \(text)"
    case .branch: "branch: \(text)"
    case .revision: "revision: \(text)"
    case .halfOpen, .closed: text
    }
  }
}
