package import Ecosystem
import Text

extension CarthageEcosystem {
  /// Assumes that the module has the repository's name, as most frameworks do.
  package func imports(of dependency: Dependency) -> ImportRule {
    let last = dependency.name.slashParts().last ?? dependency.name[...]
    return ImportRule(
      endings: [".swift", ".m", ".mm", ".h"], names: [last.lowercased()], modules: importedModules)
  }
}

/// Returns the modules that a source imports, in lowercase: `import A`, `@import A;`,
/// `#import <A/A.h>`.
@Sendable private func importedModules(_ source: String) -> Set<String> {
  var result: Set<String> = []
  for line in source.split(whereSeparator: \.isNewline) {
    let words = line.split { $0 == " " || $0 == "\t" }
    guard let index = words.firstIndex(where: { $0.hasSuffix("import") }), index < 3,
      let module = words[(index + 1)...].first(where: { !$0.allSatisfy(\.isLowercase) })
    else { continue }
    result.insert(
      module.drop { $0 == "<" || $0 == "\"" }.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        .lowercased())
  }
  return result
}
