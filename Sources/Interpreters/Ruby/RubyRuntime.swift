package import Gems

/// The Ruby that evaluates a manifest, as `RUBY_VERSION` and the like describe it.
package struct RubyRuntime: Hashable, Sendable {
  /// If `isRubyKnown` is false, only the likely one.
  package var ruby: GemVersion
  /// The version of RubyGems, `Gem::VERSION`.
  package var rubygems: GemVersion
  /// As RubyGems names it: `x86_64-linux`.
  package var platform: String
  /// The name of the program in `$0`, such as `bundle`.
  package var program: String
  /// Whether conditions on `RUBY_VERSION` have one answer on all machines.
  package var isRubyKnown: Bool

  /// Describes a Ruby.
  package init(
    ruby: GemVersion, rubygems: GemVersion, platform: String, program: String, isRubyKnown: Bool
  ) {
    self.ruby = ruby
    self.rubygems = rubygems
    self.platform = platform
    self.program = program
    self.isRubyKnown = isRubyKnown
  }
}
