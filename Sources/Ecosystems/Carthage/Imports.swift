package import Ecosystem
import SwiftSources
import Text

extension CarthageEcosystem {
  /// Assumes that the module has the repository's name, as most frameworks do.
  package func imports(of dependency: Dependency) -> ImportRule {
    let last = dependency.name.slashParts().last ?? dependency.name[...]
    return ImportRule(
      endings: [".swift", ".m", ".mm", ".h"], names: [last.lowercased()],
      modules: importedModules(in:))
  }
}
