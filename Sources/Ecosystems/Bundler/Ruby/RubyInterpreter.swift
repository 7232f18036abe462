import Text

/// Says what a manifest's own words mean: `gem`, `group`, `spec.name = …`.
protocol RubyHost: AnyObject {
  /// Answers a call without receiver, or on `self`; nil where it is no word of the manifest.
  func call(
    _ call: RubyInvocation, _ ruby: RubyInterpreter
  ) throws(RubyStop) -> RubyValue?

  /// Answers a call on an object that the host gave out, or on a module that Ruby does not know.
  func send(
    _ call: RubyInvocation, to object: RubyValue, _ ruby: RubyInterpreter
  ) throws(RubyStop) -> RubyValue?

  /// Whether a command for the shell is passed over unless something depends on what it gives.
  var passesOverCommands: Bool { get }

  /// Whether a call's arguments need no evaluation, as those of attributes that do not matter.
  func skips(_ name: String, of receiver: RubyValue?) -> Bool
}

/// A call with its arguments evaluated.
struct RubyInvocation {
  var name: String
  var positional: [RubyValue] = []
  var options: [RubyPair] = []
  /// The block's number.
  var block: Int?
  var range: Range<Int>

  /// An option's value by the name of its symbol or string.
  subscript(option: String) -> RubyValue? {
    options.last { $0.key.name == option }?.value
  }

  /// The same call for a method that knows no options: they come as one more argument.
  var withTrailingHash: RubyInvocation {
    guard !options.isEmpty else { return self }
    var result = self
    result.positional.append(.table(options))
    result.options = []
    return result
  }
}

/// Evaluates the declarative part of Ruby without side effects.
///
/// Three outcomes: a value; a value that depends on the machine, carried as `unknown`; or a refusal
/// with the construct and its place. Nothing outside the given files is read, nothing is run.
final class RubyInterpreter {
  private(set) var files: RubyFiles
  /// The folder of the manifest.
  let home: String
  let toolchain: RubyToolchain
  let host: any RubyHost
  /// The file under evaluation.
  var source: SourceText
  var scope = RubyScope(parent: nil)
  var closures: [RubyClosure] = []
  var methods: [String: Int] = [:]
  var constants: [String: RubyValue] = [:]
  /// The block that the method under evaluation was given.
  var given: Int?
  /// Folders of the tree that `require` looks into.
  var loadPath: [String] = []
  /// Files that were required.
  var loaded: Set<String> = []
  /// Whether a `rescue` around would do something else where a library is missing.
  var mattersWhatIsInstalled = false
  /// The module whose body is being evaluated.
  var nesting: [String] = []
  /// How conditions that depend on the machine are to be answered, by place.
  var choices: [RubyChoice: Bool]
  /// The conditions of that kind that were met, in order.
  var met: [RubyChoice] = []
  /// Environment variables that the manifest sets.
  var environment: [String: RubyValue] = [:]
  /// Patterns that were compiled.
  var patterns: [RubyRegex: RubyPattern] = [:]
  /// The blocks and methods under evaluation, the innermost last.
  var activations: [RubyActivation] = []
  /// What `next`, `break` or `return` carries on its way.
  var leaving = RubyValue.nil
  /// The steps and bytes that the evaluation used so far.
  var budget = RubyBudget()
  private var frames = 0
  private var depth = 0

  /// The deepest nesting of expressions under evaluation.
  private static let depthLimit = 160

  init(
    files: RubyFiles, toolchain: RubyToolchain, host: any RubyHost, source: SourceText,
    choices: [RubyChoice: Bool] = [:]
  ) {
    self.files = files
    home = files.directory
    self.toolchain = toolchain
    self.host = host
    self.source = source
    self.choices = choices
  }

  /// Evaluates a file in its own right: `eval_gemfile`, `require`.
  func run(_ file: SourceText) throws(RubyStop) {
    let outer = source
    source = file
    defer { source = outer }
    _ = try evaluate(try RubyParser.parse(file))
  }

  /// Runs a block in another folder, as `Dir.chdir` does.
  func within(folder: String, _ block: Int, _ argument: RubyValue) throws(RubyStop) -> RubyValue {
    let outer = files.directory
    files.directory = folder
    defer { files.directory = outer }
    return try invoke(block, [argument])
  }

  /// Evaluates statements; the last one's value counts.
  func evaluate(_ body: [RubyNode]) throws(RubyStop) -> RubyValue {
    var result = RubyValue.nil
    for node in body { result = try evaluate(node) }
    return result
  }

  func evaluate(_ node: RubyNode) throws(RubyStop) -> RubyValue {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else { throw refusal("takes too many steps", node.range) }
    try charge(1, node.range)
    let result = try value(of: node)
    let weight = result.weight(upTo: RubyBudget.weight)
    guard weight < RubyBudget.weight else {
      throw refusal("makes a value that is too large", node.range)
    }
    try charge(weight / 16, node.range)
    return result
  }

  func refusal(_ message: String, _ range: Range<Int>) -> RubyStop {
    .refused(message, file: source.file, range: range)
  }

  /// Notes that a block or method begins; a method is a frame that `return` leaves.
  func enter(_ closure: Int) -> RubyActivation {
    let called = closures[closure]
    if called.kind != .block { frames += 1 }
    let activation = RubyActivation(
      closure: closure, kind: called.kind, frame: called.kind == .block ? called.frame : frames)
    activations.append(activation)
    return activation
  }

  /// Answers a condition; one that depends on the machine is answered as the choices say.
  func decide(_ value: RubyValue, at range: Range<Int>) -> Bool {
    guard value.isUnknown else { return value.isTruthy }
    let choice = RubyChoice(file: source.file, offset: range.lowerBound, assumed: value.isTruthy)
    if !met.contains(choice) { met.append(choice) }
    return choices[choice] ?? value.isTruthy
  }
}

/// A condition whose answer depends on the machine.
struct RubyChoice: Hashable, Sendable {
  var file: String
  var offset: Int
  /// The answer on a clean machine.
  var assumed: Bool
}

/// Local variables; blocks see those around them.
final class RubyScope {
  private var values: [String: RubyValue] = [:]
  private let parent: RubyScope?

  init(parent: RubyScope?) {
    self.parent = parent
  }

  subscript(name: String) -> RubyValue? { values[name] ?? parent?[name] }

  /// Sets a variable where it lives, or here.
  func set(_ name: String, _ value: RubyValue) {
    if values[name] == nil, let parent, parent[name] != nil {
      parent.set(name, value)
    } else {
      values[name] = value
    }
  }

  /// Sets a variable of this scope alone.
  func declare(_ name: String, _ value: RubyValue) {
    values[name] = value
  }
}

/// A block together with what it sees.
struct RubyClosure {
  /// What leaves it, and how strict it is about arguments.
  enum Kind {
    case block, lambda, method
  }

  var kind: Kind
  var block: RubyBlock
  var scope: RubyScope
  var source: SourceText
  /// The modules around it.
  var nesting: [String]
  /// The activation of the method around it.
  var frame: Int?

  /// Bytes of the file from its first expression to its last.
  var range: Range<Int> {
    guard let first = block.body.first?.range, let last = block.body.last?.range else {
      return 0..<0
    }
    return first.lowerBound..<max(first.lowerBound, last.upperBound)
  }
}

/// A block or method under evaluation.
struct RubyActivation {
  var closure: Int
  var kind: RubyClosure.Kind
  var frame: Int?
}
