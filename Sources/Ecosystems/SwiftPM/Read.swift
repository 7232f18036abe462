import Ecosystem
import Text

extension SwiftPMProject {
  func dependencies() -> [Dependency] { contents.dependencies }
}

extension Contents {
  /// The direct dependencies, then the other pinned packages, each sorted by name.
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
    var result = Dependency(
      name: dependency.identity.description, kind: .direct,
      group: declaration.isDevelopment ? .development : .production,
      requirement: declaration.requirementText, current: pins[dependency.identity]?.current,
      source: dependency.written,
      location: declaration.text.location(at: (site?.range ?? dependency.range).lowerBound))
    result.importNames = products(of: dependency)
    return result
  }

  /// The products of a package that targets use, in lowercase; their modules usually have the same
  /// names.
  private func products(of dependency: PackageDependency) -> Set<String> {
    let own = [
      dependency.nameForTargets.lowercased(), dependency.identity.description.lowercased(),
    ]
    let uses = roots.flatMap(\.manifest.targets).flatMap(\.uses)
    return Set(
      uses.filter { own.contains(($0.package ?? $0.name).lowercased()) }.map {
        $0.name.lowercased()
      })
  }

  private func dependency(_ pin: Pin) -> Dependency {
    Dependency(
      name: pin.identity.description, kind: .indirect, current: pin.current,
      source: pin.kind == .registry ? pin.identity.description : pin.location)
  }
}

extension Contents.Declaration {
  /// The requirement as written, with its label.
  var requirementText: String {
    guard let site = dependency.site, let requirement = dependency.requirement else { return "" }
    // The bounds of a range are apart from each other in files of Xcode and XcodeGen.
    let isContiguous = site.upper == nil || self.text.file.hasSuffix(".swift")
    let text =
      site.lower == nil || !isContiguous ? requirement.description : self.text[site.range]
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
