import Ecosystem
import Text

extension SwiftPMProject {
  func dependencies() -> [Dependency] { contents.dependencies }
}

extension Contents {
  /// The direct dependencies, then the other pinned packages, each sorted by name.
  var dependencies: [Dependency] {
    let uses = Dictionary(
      grouping: declarations.filter { $0.dependency.requirement != nil },
      by: \.dependency.identity)
    let products = productsByPackage
    let direct = uses.compactMapValues { dependency($0, products) }
    let indirect = pins.filter { direct[$0.key] == nil }.map { dependency($0.value) }
    return direct.values.sorted { $0.name < $1.name } + indirect.sorted { $0.name < $1.name }
  }

  /// Describes a package that one or several manifests declare.
  ///
  /// It is for production if one of them needs it for more than tests.
  private func dependency(
    _ declarations: [Declaration], _ products: [String: Set<String>]
  ) -> Dependency? {
    guard let first = declarations.first else { return nil }
    let dependency = first.dependency
    let current = pins[dependency.identity]?.current
    var texts: [String] = []
    for text in declarations.map(\.requirementText) where !texts.contains(text) {
      texts.append(text)
    }
    var result = Dependency(
      name: dependency.identity.description, kind: .direct,
      group: declarations.allSatisfy(\.isDevelopment) ? .development : .production,
      requirement: texts.joined(separator: ", "), current: current,
      source: dependency.written, location: first.location)
    result.requirements = declarations.map { declaration in
      Ecosystem.Requirement(
        manifest: declaration.text.file, section: "dependencies",
        text: declaration.requirementText, locked: current, location: declaration.location)
    }
    // The modules of products usually have the same names.
    let own = [
      dependency.nameForTargets.lowercased(), dependency.identity.description.lowercased(),
    ]
    result.importNames = own.reduce(into: []) { $0.formUnion(products[$1] ?? []) }
    return result
  }

  /// The products that targets use, by the name of their package, all in lowercase.
  private var productsByPackage: [String: Set<String>] {
    var result: [String: Set<String>] = [:]
    for use in roots.flatMap(\.manifest.targets).flatMap(\.uses) {
      result[(use.package ?? use.name).lowercased(), default: []].insert(use.name.lowercased())
    }
    return result
  }

  private func dependency(_ pin: Pin) -> Dependency {
    Dependency(
      name: pin.identity.description, kind: .indirect, current: pin.current,
      source: pin.kind == .registry ? pin.identity.description : pin.location)
  }
}

extension Contents.Declaration {
  /// Where the requirement is written, or else the package.
  var location: Location {
    text.location(at: (dependency.site?.range ?? dependency.range).lowerBound)
  }

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
