import Text
package import Ecosystem

extension BundlerEcosystem {
  /// Derives the paths from the name: `foo-bar` is required as `foo-bar`, `foo/bar` or `foo_bar`.
  package func imports(of dependency: Dependency) -> ImportRule {
    let name = dependency.name
    let names: Set = [name, name.replacing("-", with: "/"), name.replacing("-", with: "_")]
    return ImportRule(endings: [".rb", ".rake", ".ru"], names: names, modules: Self.modules)
  }

  /// Returns the paths that a source requires by a literal, each with its parent folders.
  static func modules(in source: String) -> Set<String> {
    var result: Set<String> = []
    for line in source.split(whereSeparator: \.isNewline) {
      let words = line.drop { $0 == " " || $0 == "\t" }
      guard words.hasPrefix("require") else { continue }
      let rest = words.dropFirst("require".count).drop { $0 == " " || $0 == "(" }
      guard let quote = rest.first, quote == "'" || quote == "\"" else { continue }
      var path = ""
      for step in rest.dropFirst().prefix(while: { $0 != quote }).slashParts() {
        path += path.isEmpty ? "\(step)" : "/\(step)"
        result.insert(path)
      }
    }
    return result
  }
}
