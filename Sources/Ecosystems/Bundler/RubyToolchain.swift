import Ruby

/// The Ruby, RubyGems and Bundler that a lock is made for.
struct RubyToolchain: Sendable, Hashable {
  /// What `RUBY_VERSION` says; if nothing names a Ruby, only a guess that limits no gem.
  var ruby: GemVersion
  var rubygems: GemVersion
  var bundler: GemVersion
  /// Bundler's name of the machine.
  var platform: String
  /// What names the Ruby, such as `.ruby-version`; nil if nothing does.
  var rubyOrigin: String?
  /// Whether one release is named.
  ///
  /// If false, `ruby` is the highest release of a series or range.
  var isRubyExact = true
  /// Whether the operator's file names the RubyGems.
  var isRubygemsPinned = false

  /// Whether conditions on `RUBY_VERSION` can be answered for sure.
  var isRubyKnown: Bool { rubyOrigin != nil && isRubyExact }

  /// Whether requirements on RubyGems count: it comes with the Ruby, or the operator names it.
  var isRubygemsStated: Bool { rubyOrigin != nil || isRubygemsPinned }

  /// Returns why a gem can't be used with these tools, in words that follow its version.
  ///
  /// What nothing names holds nothing back.
  func obstacle(to spec: GemSpec) -> String? {
    if let origin = rubyOrigin, let needed = spec.requiredRuby, !needed.accepts(ruby) {
      return "needs Ruby \(needed), but \(origin) names \(shownRuby)"
    }
    if isRubygemsStated, let needed = spec.requiredRubygems, !needed.accepts(rubygems) {
      let origin = isRubygemsPinned ? "the operator's file names" : "Ruby \(shownRuby) comes with"
      return "needs RubyGems \(needed), but \(origin) \(rubygems)"
    }
    return nil
  }

  func admits(_ spec: GemSpec) -> Bool { obstacle(to: spec) == nil }

  /// A release, or the series that stands for a range.
  var shownRuby: String {
    isRubyExact ? ruby.text : ruby.text.replacing(".\(RubyRelease.highestPatch)", with: "")
  }

  /// The versions that gems can ask for as dependencies, by package.
  var metadata: [String: GemVersion] {
    var result = ["bundler": bundler]
    if rubyOrigin != nil { result[MetaPackage.ruby] = ruby }
    if isRubygemsStated { result[MetaPackage.rubygems] = rubygems }
    return result
  }
}
