package import Text

/// Evaluates the declarative part of Ruby without side effects.
///
/// The result is a value, a value that depends on the machine (`unknown`), or a refusal with the
/// construct and its location. It reads only the given files and runs no program.
package final class RubyInterpreter {
  /// The files of the repository that were read so far.
  package private(set) var files: RubyFiles
  /// The folder of the manifest.
  package let home: String
  /// The versions that the manifest can ask for.
  package let runtime: RubyRuntime
  let host: any RubyHost
  /// The file under evaluation; it changes while a `require` is evaluated.
  package internal(set) var source: SourceText
  var scope = RubyScope(parent: nil)
  var closures: [RubyClosure] = []
  var methods = RubyMethods()
  /// Whether the body of `class << self` is being evaluated.
  var isInSingletonClass = false
  var constants: [String: RubyValue] = [:]
  /// The modules and classes that the manifest defines.
  var modules: Set<String> = []
  /// `$name`, and `@name` and `@@name` behind the path of their owner.
  var variables: [String: RubyValue] = [:]
  /// What `self` is.
  var own = RubySelf.host
  /// The block that was passed to the method under evaluation.
  var given: Int?
  /// The folders that `require` searches.
  var loadPath: [String] = []
  /// The files loaded by `require`.
  var loaded: Set<String> = []
  /// The files that were evaluated by `eval` without their names.
  var nameless: Set<String> = []
  /// Whether an enclosing `rescue` has an effect if a library isn't installed.
  var mattersWhatIsInstalled = false
  /// The modules whose bodies are being evaluated, the outermost first.
  var nesting: [String] = []
  /// The answers to conditions that depend on the machine, by location.
  var choices: [RubyChoice: Bool]
  /// The conditions that depend on the machine, in the order of evaluation.
  package internal(set) var met: [RubyChoice] = []
  /// Environment variables that the manifest sets.
  var environment: [String: RubyValue] = [:]
  /// The compiled patterns.
  var patterns: [RubyRegex: RubyPattern] = [:]
  /// The blocks and methods under evaluation, the innermost last.
  var activations: [RubyActivation] = []
  /// The value passed by `next`, `break` or `return`.
  var leaving = RubyValue.nil
  /// Whether the texts of each file are frozen.
  var frozenFiles: [String: Bool] = [:]
  /// The steps and bytes used so far.
  var budget = RubyBudget()
  private var frames = 0
  private var depth = 0

  /// The maximal nesting of expressions under evaluation.
  private static let depthLimit = 160

  /// Prepares the evaluation of a file.
  ///
  /// - Parameters:
  ///   - files: `directory` is the folder of the manifest.
  ///   - runtime: The versions that the manifest can ask for.
  ///   - host: The functions and objects of the manifest's format.
  ///   - source: The manifest; only its name is used until `run`.
  ///   - choices: Answers to conditions that depend on the machine; without one, the condition is
  ///     answered as on a clean machine.
  package init(
    files: RubyFiles, runtime: RubyRuntime, host: any RubyHost, source: SourceText,
    choices: [RubyChoice: Bool] = [:]
  ) {
    self.files = files
    home = files.directory
    self.runtime = runtime
    self.host = host
    self.source = source
    self.choices = choices
  }

  /// Parses and evaluates a file: the manifest itself, or one that it includes.
  package func run(_ file: SourceText) throws(RubyStop) {
    _ = try result(of: file)
  }

  /// Parses and evaluates a file and returns the value of its last expression.
  ///
  /// It sees no local variables of another file.
  @discardableResult
  package func result(of file: SourceText) throws(RubyStop) -> RubyValue {
    let outer = (source, nesting, isInSingletonClass, scope, activations)
    (source, nesting, isInSingletonClass) = (file, [], false)
    (scope, activations) = (RubyScope(parent: nil), [])
    defer { (source, nesting, isInSingletonClass, scope, activations) = outer }
    return try evaluate(try RubyParser.parse(file))
  }

  /// Runs a block in another folder: `Dir.chdir`.
  func within(folder: String, _ block: Int, _ argument: RubyValue) throws(RubyStop) -> RubyValue {
    let outer = files.directory
    files.directory = folder
    defer { files.directory = outer }
    return try invoke(block, [argument])
  }

  /// Evaluates statements and returns the value of the last one.
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

  /// Returns the error for a construct that isn't evaluated, in bytes of the current file.
  package func refusal(_ message: String, _ range: Range<Int>) -> RubyStop {
    .refused(message, file: source.file, range: range)
  }

  /// Pushes the activation of a block or method; only methods and lambdas are frames for `return`.
  func enter(_ closure: Int) -> RubyActivation {
    let called = closures[closure]
    if called.kind != .block { frames += 1 }
    let activation = RubyActivation(
      closure: closure, kind: called.kind, frame: called.kind == .block ? called.frame : frames)
    activations.append(activation)
    return activation
  }

  /// Answers a condition; one that depends on the machine is answered by `choices`.
  ///
  /// - Throws: a refusal if it is the result of something that isn't evaluated, and no other answer is
  ///   tried.
  package func decide(_ value: RubyValue, at range: Range<Int>) throws(RubyStop) -> Bool {
    guard !value.isIgnored || host.triesAnswers else {
      throw refusal("decides by something that is not evaluated", range)
    }
    guard value.isUnknown || value.isIgnored else { return value.isTruthy }
    let choice = RubyChoice(file: source.file, offset: range.lowerBound, assumed: value.isTruthy)
    if !met.contains(choice) { met.append(choice) }
    return choices[choice] ?? value.isTruthy
  }
}

/// A condition whose answer depends on the machine.
package struct RubyChoice: Hashable, Sendable {
  /// Relative to the root of the repository.
  package var file: String
  /// In bytes of the file.
  package var offset: Int
  /// The answer on a clean machine.
  package var assumed: Bool
}

/// Local variables; a block also sees those of the enclosing scopes.
final class RubyScope {
  private var values: [String: RubyValue] = [:]
  private let parent: RubyScope?

  init(parent: RubyScope?) {
    self.parent = parent
  }

  subscript(name: String) -> RubyValue? { values[name] ?? parent?[name] }

  /// The scope of the method or file around all blocks.
  var outermost: RubyScope { parent?.outermost ?? self }

  /// Sets a variable in the scope that has it, by default in this one.
  func set(_ name: String, _ value: RubyValue) {
    if values[name] == nil, let parent, parent[name] != nil {
      parent.set(name, value)
    } else {
      values[name] = value
    }
  }

  /// Sets a variable in this scope.
  func declare(_ name: String, _ value: RubyValue) {
    values[name] = value
  }
}

/// What `self` is.
enum RubySelf: Equatable {
  /// The object with the functions of the format, such as `gem`.
  case host
  /// The object of a file loaded by `require`, which has no such functions.
  case main
  case module(String)
}

/// A block with its environment.
struct RubyClosure {
  /// Decides which jumps leave it, and whether the number of arguments is checked.
  enum Kind {
    case block, lambda, method
  }

  var kind: Kind
  var block: RubyBlock
  var scope: RubyScope
  var source: SourceText
  /// The enclosing modules, the outermost first.
  var nesting: [String]
  /// The activation of the enclosing method.
  var frame: Int?
  /// What `self` is; nil for a method of objects, where it is that of the call.
  var own: RubySelf?

  /// From the first expression to the last, in bytes of the file.
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
