/// How the sources of an ecosystem import a dependency, so that its uses can be counted.
package struct ImportRule: Sendable {
  /// Endings of the files that can import it, with the dot: `.ts`.
  package var endings: [String]
  /// The modules that a source text imports; found by reading, so that a rare form may be missed.
  package var modules: @Sendable (_ source: String) -> Set<String>
  /// The names by which sources import the dependency.
  package var names: Set<String>

  /// Joins the parts of the rule.
  package init(
    endings: [String], names: Set<String>,
    modules: @escaping @Sendable (_ source: String) -> Set<String>
  ) {
    self.endings = endings
    self.names = names
    self.modules = modules
  }
}
