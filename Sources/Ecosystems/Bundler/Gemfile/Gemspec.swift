import Gems
import Ruby

/// The content of a `.gemspec`.
struct Gemspec: Sendable {
  /// A declared dependency with the literals of its clauses.
  struct Declaration: Sendable {
    var dependency: GemDependency
    var clauses: [RubyString]
    /// The declaring call, in bytes of the file.
    var range: Range<Int>
  }

  var name: String
  var version: GemVersion
  var platform = "ruby"
  var runtime: [Declaration] = []
  var development: [Declaration] = []
  var requiredRuby = GemRequirement.any
  var requiredRubygems = GemRequirement.any
  /// The path in the tree.
  var file: String
}
