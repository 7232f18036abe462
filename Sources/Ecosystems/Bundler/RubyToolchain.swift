import Ecosystem
import Gems
import Ruby

/// The Ruby, RubyGems and Bundler that a lock is made for.
struct RubyToolchain: Sendable, Hashable {
  /// The value of `RUBY_VERSION`; if nothing names a Ruby, a default that excludes no gem.
  var ruby: GemVersion
  var rubygems: GemVersion
  var bundler: GemVersion
  /// The Bundler by whose rules the lock is written, if the operator's file names one for locks of
  /// old versions.
  var rules: GemVersion?
  /// Bundler's name of the platform.
  var platform: String
  /// The file that names the Ruby, such as `.ruby-version`; nil if none does.
  var rubyOrigin: String?
  /// The file that names the Bundler; nil if none does.
  var bundlerOrigin: String?
  /// Whether one release is named.
  ///
  /// If false, `ruby` is the highest release of a series or range.
  var isRubyExact = true
  /// Whether the RubyGems of the named Ruby is known.
  ///
  /// If false, `rubygems` is the newest known one and excludes no gem.
  var isRubygemsKnown = true
  /// Whether the operator's file names the version of RubyGems.
  var isRubygemsPinned = false

  /// The rules by which the lock is written.
  var dialect: LockDialect { LockDialect(bundler: rules ?? bundler) }

  /// Whether conditions on `RUBY_VERSION` have one answer on all machines.
  var isRubyKnown: Bool { rubyOrigin != nil && isRubyExact }

  /// Whether requirements on RubyGems apply: a file names the Ruby, or the operator the RubyGems.
  var isRubygemsStated: Bool { isRubygemsPinned || rubyOrigin != nil && isRubygemsKnown }

  /// Returns why a gem can't be used with these tools, as the continuation of its version.
  ///
  /// A tool that nothing names excludes no gem.
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

  /// The release, or the series if only a series is known.
  var shownRuby: String {
    isRubyExact ? ruby.text : ruby.text.replacing(".\(RubyRelease.highestPatch)", with: "")
  }

  /// The versions of the tools that gems can require, by package.
  var metadata: [String: GemVersion] {
    var result = ["bundler": bundler]
    if rubyOrigin != nil { result[MetaPackage.ruby] = ruby }
    if isRubygemsStated { result[MetaPackage.rubygems] = rubygems }
    return result
  }

  /// The Ruby and the Bundler with their origins, for reports.
  var reported: [ToolVersion] {
    [
      ToolVersion("Ruby", rubyOrigin == nil ? nil : shownRuby, from: rubyOrigin),
      ToolVersion("Bundler", bundler.text, from: bundlerOrigin),
    ]
  }
}
