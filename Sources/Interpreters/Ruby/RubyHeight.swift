/// Computes the height of a syntax tree.
extension RubyForm {
  var childHeight: Int {
    switch self {
    case .string(let pieces, _), .symbol(let pieces), .regex(let pieces, _): pieces.height
    case .array(let items), .hash(let items): items.height
    case .range(let lower, let upper, _): max(lower?.height ?? 0, upper?.height ?? 0)
    case .constant(let scope, _): scope?.height ?? 0
    case .call(let call):
      max(call.receiver?.height ?? 0, call.arguments.height, call.block?.height ?? 0)
    case .assign(let left, _, let right), .and(let left, let right), .or(let left, let right):
      max(left.height, right.height)
    case .not(let node), .defined(let node): node.height
    case .lambda(let block), .method(_, _, let block): block.height
    case .singletonClass(let body): body.height
    case .module(let name, let body): max(name.height, body.height)
    case .leave(_, let value): value?.height ?? 0
    default: bodyHeight
    }
  }

  private var bodyHeight: Int {
    switch self {
    case .conditional(let condition, let then, let other):
      max(condition.height, then.height, other.height)
    case .match(let subject, let branches, let other):
      branches.reduce(max(subject?.height ?? 0, other.height)) {
        max($0, $1.patterns.height, $1.body.height)
      }
    case .begin(let body, let rescued, let last): max(body.height, rescued.height, last.height)
    case .sequence(let body): body.height
    default: 0
    }
  }
}

extension [RubyNode] {
  fileprivate var height: Int { reduce(0) { Swift.max($0, $1.height) } }
}

extension [RubyPiece] {
  fileprivate var height: Int {
    reduce(0) { height, piece in
      if case .code(let body) = piece { Swift.max(height, body.height) } else { height }
    }
  }
}

extension [RubyArgument] {
  fileprivate var height: Int {
    reduce(0) { height, argument in
      switch argument {
      case .value(let node), .splat(let node), .doubleSplat(let node), .block(let node):
        Swift.max(height, node.height)
      case .pair(let key, let value): Swift.max(height, key.height, value.height)
      }
    }
  }
}

extension RubyBlock {
  fileprivate var height: Int {
    parameters.reduce(body.height) { max($0, $1.fallback?.height ?? 0) }
  }
}
