/// A piece of Ruby's syntax tree and where it stands.
struct RubyNode: Sendable {
  let form: RubyForm
  let range: Range<Int>
  /// The number of nodes on the longest way down, this one included.
  let height: Int

  /// The highest tree that is built.
  ///
  /// A higher one could overflow the stack when it is freed.
  static let limit = 400

  /// Makes a node; one that would be too high becomes a leaf that is refused when it is evaluated.
  init(form: RubyForm, range: Range<Int>) {
    let height = 1 + form.childHeight
    let fits = height <= Self.limit
    self.form = fits ? form : .unsupported("an expression of more than \(Self.limit) levels")
    self.height = fits ? height : 1
    self.range = range
  }
}

/// The forms of syntax that are read; evaluation refuses some of them.
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
  case method(name: String, block: RubyBlock)
  case module(name: RubyNode, body: [RubyNode])
  case leave(word: String, value: RubyNode?)
  /// Read but never evaluated: loops, singleton classes and the like.
  case unsupported(String)
}

/// A stretch of a text.
enum RubyPiece: Sendable {
  case text(String)
  case code([RubyNode])
}

/// A branch of `case`.
struct RubyBranch: Sendable {
  var patterns: [RubyNode]
  var body: [RubyNode]
}

/// What a call or a literal is given.
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
  /// Called with `&.`.
  var isSafe = false
  /// Where the name stands.
  var nameRange: Range<Int>
}

/// Parameters and body of a block, a lambda or a method.
struct RubyBlock: Sendable {
  /// A parameter and what it is without an argument.
  struct Parameter: Sendable {
    var name: String
    var isKeyword = false
    /// Takes all that is left: `*name`, and with `isKeyword` `**name`.
    var isRest = false
    var isBlock = false
    var fallback: RubyNode?

    /// Whether it takes one argument by its place.
    var isPlain: Bool { !isKeyword && !isRest && !isBlock }
  }

  var parameters: [Parameter]
  var body: [RubyNode]
}

extension [RubyBlock.Parameter] {
  /// Whether one takes all arguments that are left.
  var hasRest: Bool { contains { $0.isRest && !$0.isKeyword } }
}
