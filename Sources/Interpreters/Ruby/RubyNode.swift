/// A node of the syntax tree with its location.
struct RubyNode: Sendable {
  let form: RubyForm
  let range: Range<Int>
  /// The number of nodes on the longest path to a leaf, including this node.
  let height: Int

  /// The maximal height of a tree.
  ///
  /// A higher one could overflow the stack when it is freed.
  static let limit = 400

  /// Creates a node; one that would be too high becomes a leaf that is refused on evaluation.
  init(form: RubyForm, range: Range<Int>) {
    let height = 1 + form.childHeight
    let fits = height <= Self.limit
    self.form = fits ? form : .unsupported("an expression of more than \(Self.limit) levels")
    self.height = fits ? height : 1
    self.range = range
  }
}

/// The supported forms of syntax; evaluation refuses some of them.
indirect enum RubyForm: Sendable {
  case `nil`
  case bool(Bool)
  case own
  case integer(Int)
  case float(Double)
  case string([RubyPiece], literal: Range<Int>?)
  case symbol([RubyPiece])
  case array([RubyArgument])
  case hash([RubyArgument])
  case range(RubyNode?, RubyNode?, excludesEnd: Bool)
  case regex([RubyPiece], options: String)
  case command
  case local(String)
  /// `@a`, `@@a`, `$a`.
  case variable(String)
  case constant(scope: RubyNode?, name: String)
  case call(RubyCall)
  case assign(target: RubyNode, operation: String, value: RubyNode)
  case and(RubyNode, RubyNode)
  case or(RubyNode, RubyNode)
  case not(RubyNode)
  case defined(RubyNode)
  case conditional(condition: RubyNode, then: [RubyNode], else: [RubyNode])
  case match(subject: RubyNode?, branches: [RubyBranch], else: [RubyNode])
  case begin(body: [RubyNode], rescue: [RubyNode], ensure: [RubyNode])
  case sequence([RubyNode])
  case lambda(RubyBlock)
  /// The receiver is the text before the dot: `self` in `def self.name`.
  case method(receiver: String?, name: String, block: RubyBlock)
  /// `class << self`.
  case singletonClass(RubyNode)
  case module(name: RubyNode, body: [RubyNode])
  case leave(word: String, value: RubyNode?)
  /// Parsed but never evaluated: loops, singleton classes of other objects and the like.
  case unsupported(String)
}

/// A piece of a text with interpolation.
enum RubyPiece: Sendable {
  case text(String)
  case code([RubyNode])
}

/// A branch of `case`.
struct RubyBranch: Sendable {
  /// Values, and lists of values after `*`.
  var patterns: [RubyArgument]
  var body: [RubyNode]
}

/// An argument of a call, or an element of a literal.
enum RubyArgument: Sendable {
  case value(RubyNode)
  case splat(RubyNode)
  case pair(key: RubyNode, value: RubyNode)
  case doubleSplat(RubyNode)
  case block(RubyNode)
}

/// A call of a method, with or without a receiver.
struct RubyCall: Sendable {
  var receiver: RubyNode?
  var name: String
  var arguments: [RubyArgument]
  var block: RubyBlock?
  /// Has arguments without parentheses, which is only valid outside of other expressions.
  var isCommand = false
  /// Called with `&.`.
  var isSafe = false
  /// In bytes of the file.
  var nameRange: Range<Int>
}

/// Parameters and body of a block, a lambda or a method.
struct RubyBlock: Sendable {
  /// A parameter with its default value.
  struct Parameter: Sendable {
    var name: String
    var isKeyword = false
    /// Takes all remaining arguments: `*name`, and with `isKeyword` `**name`.
    var isRest = false
    var isBlock = false
    var fallback: RubyNode?
    /// The names that take an array apart: those of `(a, *b)`.
    var parts: [Parameter] = []

    /// Whether it takes one positional argument.
    var isPlain: Bool { !isKeyword && !isRest && !isBlock }
  }

  var parameters: [Parameter]
  var body: [RubyNode]
  /// The variables that it assigns first, which variables of the same name outside don't share.
  var own: Set<String> = []
}

extension [RubyBlock.Parameter] {
  /// Whether one takes all remaining arguments.
  var hasRest: Bool { contains { $0.isRest && !$0.isKeyword } }
}
