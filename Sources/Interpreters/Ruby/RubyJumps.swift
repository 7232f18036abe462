/// A jump out of a block or a method: `next`, `break` or `return`.
package enum RubyJump: Sendable {
  /// To the end of the innermost block.
  case next
  /// Ends the call to which this block was passed.
  case breaks(block: Int)
  /// Ends this activation of a method.
  case returns(frame: Int)

  /// Returns whether the jump ends this activation and goes no further.
  func ends(_ activation: RubyActivation) -> Bool {
    switch self {
    case .next: true
    case .breaks(let block): activation.kind == .lambda && activation.closure == block
    case .returns(let frame): activation.kind != .block && activation.frame == frame
    }
  }
}

extension RubyInterpreter {
  /// Starts a jump.
  func leave(
    _ word: String, with value: RubyValue, _ range: Range<Int>
  ) throws(RubyStop) -> RubyValue {
    leaving = value
    guard let innermost = activations.last else {
      throw refusal("leaves the file with `\(word)`", range)
    }
    switch word {
    case "next":
      guard innermost.kind != .method else {
        throw refusal("uses `next` outside of a block", range)
      }
      throw .leaves(.next)
    case "break":
      guard innermost.kind != .method else {
        throw refusal("uses `break` outside of a block", range)
      }
      throw .leaves(.breaks(block: innermost.closure))
    default:
      guard let frame = innermost.frame else {
        throw refusal("uses `return` outside of a method", range)
      }
      throw .leaves(.returns(frame: frame))
    }
  }

  /// Evaluates a call; a `break` in its block ends it.
  func catchingBreak(
    of block: Int?, _ call: (RubyInterpreter) throws(RubyStop) -> RubyValue
  ) throws(RubyStop) -> RubyValue {
    do throws(RubyStop) {
      return try call(self)
    } catch {
      guard let block, case .leaves(.breaks(block)) = error else { throw error }
      return leaving
    }
  }

  func close(_ block: RubyBlock, _ kind: RubyClosure.Kind) -> Int {
    closures.append(
      RubyClosure(
        kind: kind, block: block, scope: kind == .method ? RubyScope(parent: nil) : scope,
        source: source, nesting: nesting, frame: activations.last?.frame,
        own: kind == .method ? nil : own))
    return closures.count - 1
  }
}
