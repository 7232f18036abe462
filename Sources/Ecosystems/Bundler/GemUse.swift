import Ecosystem
import Gems
import Ruby
import Text

/// A line of the Gemfile or of a gemspec that requires a gem.
///
///     Gemfile        gem "rack", "~> 3.0"
///     web.gemspec    spec.add_dependency "rack", ">= 2"
struct GemUse: Sendable {
  var dependency: GemDependency
  /// The file with the text; for development dependencies of a gemspec that is the gemspec.
  var file: String
  /// The groups in a Gemfile, or the kind in a gemspec: `default`, `test`, `runtime`.
  var section: String
  var group: Dependency.Group
  var location: Location?
  /// The line of the Gemfile; nil for one of a gemspec.
  var line: GemfileDependency?

  /// The text of the requirement; empty if every version will do.
  var text: String {
    dependency.requirement.isAny ? "" : dependency.requirement.description
  }

  /// What it asks for, with the locked version that it gets.
  func requirement(locked: String?) -> Requirement {
    Requirement(manifest: file, section: section, text: text, locked: locked, location: location)
  }
}

extension GemUse {
  /// Creates the place of a line in a Gemfile.
  init(_ line: GemfileDependency) {
    let origin = line.isGemspecDevelopment ? line.clauses.first?.literal?.file : nil
    self.init(
      dependency: line.dependency, file: origin ?? line.location.file,
      section: line.groups.joined(separator: ", "), group: line.group, location: line.location,
      line: line)
  }

  /// Creates the place of a declaration in a gemspec.
  init(
    _ declaration: Gemspec.Declaration, _ gemspec: Gemspec, _ text: SourceText?,
    isDevelopment: Bool
  ) {
    self.init(
      dependency: declaration.dependency, file: gemspec.file,
      section: isDevelopment ? "development" : "runtime",
      group: isDevelopment ? .development : .production,
      location: text?.location(at: declaration.range.lowerBound))
  }
}

extension ProjectState {
  /// Finds the uses of all gems, those of the Gemfile before those of gemspecs.
  ///
  /// The Gemfile's `gemspec` has the development dependencies as lines of its own. A library's
  /// generated Gemfile counts for nothing.
  func allUses() -> [String: [GemUse]] {
    let own = Set(gemspecs.map(\.name))
    var uses = isLibrary ? [] : gemfile.dependencies.map { GemUse($0) }
    for gemspec in gemspecs {
      let text = reader.text(gemspec.file)
      let development = isLibrary ? gemspec.development : []
      let found =
        gemspec.runtime.map { GemUse($0, gemspec, text, isDevelopment: false) }
        + development.map { GemUse($0, gemspec, text, isDevelopment: true) }
      uses += found.filter { !own.contains($0.dependency.name) }
    }
    return Dictionary(grouping: uses, by: \.dependency.name)
  }

  /// Returns everything that the manifests require of a gem; nil if none declares it.
  func requirement(of name: String) -> GemRequirement? {
    guard let uses = uses[name] else { return nil }
    let requirements = uses.map(\.dependency.requirement).filter { !$0.isAny }
    return GemRequirement(clauses: requirements.flatMap(\.clauses))
  }
}
