/// Implements the functions and objects of a manifest format: `gem`, `group`, `spec.name = …`.
///
/// A Gemfile, a gemspec, a Podfile and a podspec each have a host. The interpreter evaluates
/// everything else. A host keeps what the manifest declares as its own state.
package protocol RubyHost: AnyObject {
  /// Evaluates a call without a receiver, or on `self`; nil if the format has no such function.
  ///
  /// Ruby's own functions and the manifest's `def`s are tried after it.
  func call(
    _ call: RubyInvocation, _ ruby: RubyInterpreter
  ) throws(RubyStop) -> RubyValue?

  /// Evaluates a call on a value, such as `.object` made by the host or `.module` that Ruby lacks;
  /// nil for calls that the interpreter evaluates.
  func send(
    _ call: RubyInvocation, to object: RubyValue, _ ruby: RubyInterpreter
  ) throws(RubyStop) -> RubyValue?

  /// Returns a constant by its whole name, such as `Bundler::VERSION`; nil if the format has none.
  func constant(_ name: String, _ ruby: RubyInterpreter) -> RubyValue?

  /// Whether shell commands are skipped; if false, they are refused.
  ///
  /// The result of a skipped command is refused as soon as something depends on it.
  var skipsCommands: Bool { get }

  /// Whether the manifest is evaluated with both answers to a condition that isn't known.
  ///
  /// If false, a condition on the result of a skipped call is refused.
  var triesAnswers: Bool { get }

  /// Whether `self` is Ruby's main object, which has `include` and `private`.
  var isMain: Bool { get }

  /// Whether the methods of ActiveSupport exist, such as `blank?`.
  var hasActiveSupport: Bool { get }

  /// Whether a call is skipped with its arguments unevaluated, because it can't matter.
  ///
  /// The receiver is nil for a call without one.
  func skips(_ name: String, of receiver: RubyValue?) -> Bool
}

extension RubyHost {
  /// The default: such a condition is refused.
  package var triesAnswers: Bool { false }
  /// The default: `self` is an object of the format.
  package var isMain: Bool { false }
  /// The default: plain Ruby.
  package var hasActiveSupport: Bool { false }
}

/// A call with its arguments evaluated.
package struct RubyInvocation {
  /// Of a setter with the `=`: `name=`.
  package var name: String
  /// In the order of the call, splats expanded.
  package var positional: [RubyValue] = []
  /// Keyword arguments and `key => value` pairs, in the order of the call.
  package var options: [RubyPair] = []
  /// The block's number, for `RubyInterpreter.invoke`.
  package var block: Int?
  /// In bytes of the file.
  package var range: Range<Int>

  /// The value of an option, whose key is a symbol or a string.
  package subscript(option: String) -> RubyValue? {
    options.last { $0.key.name == option }?.value
  }

  /// The same call for a method without options: they become one more argument.
  var withTrailingHash: RubyInvocation {
    guard !options.isEmpty else { return self }
    var result = self
    result.positional.append(.table(options))
    result.options = []
    return result
  }
}
