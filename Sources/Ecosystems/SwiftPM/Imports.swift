package import Ecosystem

extension SwiftPMEcosystem {
  /// By the products that targets use of the package; their modules commonly bear the same names.
  package func imports(
    of dependency: Dependency, in project: Project, tree: SourceTree
  ) async throws(Problem) -> ImportRule {
    let contents = try await ContentsReader(tree: tree, tools: tools).read(project)
    var names: Set<String> = []
    if let declared = contents.declarations.first(where: {
      $0.dependency.identity.description == dependency.name
        || $0.dependency.nameForTargets == dependency.name
    })?.dependency {
      let own = [declared.nameForTargets.lowercased(), declared.identity.description.lowercased()]
      let uses = contents.roots.flatMap(\.manifest.targets).flatMap(\.uses)
      for use in uses {
        let owner = (use.package ?? use.name).lowercased()
        if own.contains(owner) { names.insert(use.name.lowercased()) }
      }
    }
    if names.isEmpty { names = Self.moduleNames(of: dependency.name) }
    return ImportRule(endings: [".swift"], names: names, modules: Self.modules)
  }

  /// What a package's module may be called, where no target names a product of it.
  static func moduleNames(of name: String) -> Set<String> {
    let plain = name.lowercased()
    let bare = plain.hasPrefix("swift-") ? String(plain.dropFirst(6)) : plain
    return Set([plain, bare, bare.replacing("-", with: ""), plain.replacing("-", with: "")])
  }

  /// The modules that a source imports, in small letters: `@testable import struct A.B` is of `a`.
  static func modules(in source: String) -> Set<String> {
    let kinds: Set<Substring> = [
      "struct", "class", "enum", "protocol", "typealias", "func", "let", "var",
    ]
    var result: Set<String> = []
    for line in source.split(whereSeparator: \.isNewline) {
      let words = line.split { $0 == " " || $0 == "\t" }
      guard let place = words.firstIndex(of: "import"), place < 4,
        words[..<place].allSatisfy({ $0.hasPrefix("@") || accessWords.contains($0) })
      else { continue }
      let rest = words[(place + 1)...].drop { kinds.contains($0) }
      guard let module = rest.first?.split(separator: ".").first else { continue }
      result.insert(module.prefix { $0 != ";" }.lowercased())
    }
    return result
  }

  /// Words that may stand before `import` (SE-0409).
  private static let accessWords: Set<Substring> = [
    "public", "package", "internal", "fileprivate", "private",
  ]
}
