import Patterns

/// A compiled regular expression literal.
typealias RubyPattern = Pattern

extension Pattern {
  /// Compiles a literal with its flags.
  convenience init(_ regex: RubyRegex) throws(Failure) {
    try self.init(regex.source, flags: regex.options)
  }
}
