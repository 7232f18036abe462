package import Ecosystem

extension CocoaPodsEcosystem {
  /// Assumes that the module has the pod's name, with `_` for what no name of a module can have.
  package func imports(of dependency: Dependency) -> ImportRule {
    let module = String(
      dependency.name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    return ImportRule(
      endings: [".swift", ".m", ".mm", ".h"], names: [module.lowercased()], modules: Self.modules)
  }

  /// Returns the modules that a source imports, in lowercase: `import A`, `@import A;`,
  /// `#import <A/A.h>`.
  @Sendable static func modules(in source: String) -> Set<String> {
    var result: Set<String> = []
    for line in source.split(whereSeparator: \.isNewline) {
      let words = line.split { $0 == " " || $0 == "\t" }
      guard let index = words.firstIndex(where: { $0.hasSuffix("import") }), index < 3,
        let module = words[(index + 1)...].first(where: { !$0.allSatisfy(\.isLowercase) })
      else { continue }
      result.insert(
        module.drop { $0 == "<" || $0 == "\"" }
          .prefix { $0.isLetter || $0.isNumber || $0 == "_" }.lowercased())
    }
    return result
  }
}
