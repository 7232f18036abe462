import Text
package import Ecosystem

extension ImportRule {
  /// How JavaScript and TypeScript import a package: by its name or its alias.
  package init(javaScript dependency: Dependency) {
    var names: Set = [dependency.name]
    // `@types/x` is used wherever `x` is imported (DefinitelyTyped: `@types/a__b` is for `@a/b`).
    if dependency.name.hasPrefix("@types/") {
      let typed = dependency.name.dropFirst("@types/".count)
      let parts = typed.split(separator: "_", omittingEmptySubsequences: true)
      names.insert(
        typed.contains("__") && parts.count == 2 ? "@\(parts[0])/\(parts[1])" : "\(typed)")
    }
    self.init(
      endings: [".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx", ".vue", ".svelte"],
      names: names, modules: Self.javaScriptModules)
  }

  /// The packages that a source names after `from`, `import`, `require(` and `import(`.
  @Sendable private static func javaScriptModules(in source: String) -> Set<String> {
    var result: Set<String> = []
    for word in ["from", "import", "require"] {
      for range in source.ranges(of: word) {
        if let name = package(in: source[range.upperBound...].prefix(300)) { result.insert(name) }
      }
    }
    return result
  }

  /// The package of the specifier that follows at once, if one does.
  private static func package(in text: Substring) -> String? {
    let rest = text.drop { $0 == " " || $0 == "(" || $0 == "\t" || $0 == "\n" }
    guard let quote = rest.first, "\"'`".contains(quote) else { return nil }
    let specifier = rest.dropFirst().prefix { $0 != quote && $0 != "\n" }
    let parts = specifier.slashParts(omittingEmptySubsequences: false)
    guard let first = parts.first, !first.isEmpty, !first.hasPrefix("."), !first.contains(":")
    else { return nil }
    guard first.hasPrefix("@") else { return String(first) }
    return parts.count > 1 ? "\(first)/\(parts[1])" : nil
  }
}
