package import Ecosystem
import SwiftSources

extension CocoaPodsEcosystem {
  /// Assumes that the module has the pod's name, with `_` for what no name of a module can have.
  package func imports(of dependency: Dependency) -> ImportRule {
    let module = String(
      dependency.name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    return ImportRule(
      endings: [".swift", ".m", ".mm", ".h"], names: [module.lowercased()],
      modules: importedModules(in:))
  }
}
