import Ruby

/// What a `.gemspec` says that resolution and updates need.
struct Gemspec: Sendable {
  /// A declared dependency and the places of its clauses.
  struct Declaration: Sendable {
    var dependency: GemDependency
    var clauses: [RubyString]
    /// Bytes of the declaring call.
    var range: Range<Int>
  }

  var name: String
  var version: GemVersion
  var platform = "ruby"
  var runtime: [Declaration] = []
  var development: [Declaration] = []
  var requiredRuby = GemRequirement.any
  var requiredRubygems = GemRequirement.any
  /// Where it stands in the tree.
  var file: String
}
