/// Runs a manifest's statements, in memory and within bounds, without any effect on the world.
package final class Evaluation {
  /// The known properties of the machine that the manifest is read for.
  package struct Surroundings: Sendable {
    /// The tools that read the manifest.
    var tools: ToolsVersion
    /// The tools version of the manifest, which sets the language mode.
    var mode: ToolsVersion
    /// `Linux` or `macOS`.
    var system: String
    /// Whether a text is a version, as `Version.init` of the package description reads it.
    var isVersion: @Sendable (_ text: String) -> Bool

    /// Describes a machine.
    package init(
      tools: ToolsVersion, mode: ToolsVersion, system: String,
      isVersion: @escaping @Sendable (_ text: String) -> Bool
    ) {
      self.tools = tools
      self.mode = mode
      self.system = system
      self.isVersion = isVersion
    }
  }

  static let depthLimit = 72

  let surroundings: Surroundings
  let tokens: [Token]
  /// Static members and methods that the file adds to types, by name.
  var members: [String: [Member]] = [:]
  /// Stored properties of the file's own structures.
  var structures: [String: [Statement]] = [:]
  /// Every `Package(...)`; the last one counts.
  package internal(set) var packages: [Made] = []
  /// Every `Project(...)` of Tuist.
  package internal(set) var projects: [Made] = []
  /// Variables of the process that were asked for and taken as unset.
  package internal(set) var assumptions: Set<String> = []
  /// The functions that are being run, by their places.
  var running: [Range<Int>] = []
  /// Structures that the file defines: a change of one does not reach its copies.
  var valueTypes: Set<String> = []
  /// Types of the file with an initializer of their own, which is not run.
  var initialized: Set<String> = []
  /// Every object that was made; they may refer to each other in a circle.
  var objects: [Made] = []
  /// How often a variable, a field or an element was changed.
  var writes = 0
  /// How often a method changed the value that it was called on as a whole.
  var selfWrites = 0
  /// Properties and functions of the file whose values may be absent.
  var optionalMembers: Set<String> = []
  /// Why variables of the process may be set.
  var environmentUncertainty: ManifestError?
  var budget = EvaluationBudget()
  private var depth = 0

  init(tokens: [Token], in surroundings: Surroundings) {
    self.tokens = tokens
    self.surroundings = surroundings
  }

  /// Empties the objects one by one: a chain of them would otherwise end recursively.
  deinit {
    for object in objects { object.fields = [] }
  }

  /// Runs a file's statements in a scope, which knows its names afterwards.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - scope: an empty scope, which the caller dissolves.
  ///   - surroundings: the machine.
  /// - Returns: the evaluation with what the file made.
  /// - Throws: `ManifestError` if the file isn't Swift, or if what it makes depends on code that isn't
  ///   evaluated.
  package static func run(
    _ bytes: [UInt8], in scope: Scope, _ surroundings: Surroundings
  ) throws(ManifestError) -> Evaluation {
    let tokens = try Lexer.tokens(of: bytes)
    var parser = Parser(tokens: tokens)
    let statements = try parser.statements(until: .end)
    let evaluation = Evaluation(tokens: tokens, in: surroundings)
    let outcome = try evaluation.run(statements, in: scope)
    // The rest of the file, which has the package, was not evaluated.
    if case .uncertain(let reason) = outcome, evaluation.packages.isEmpty,
      evaluation.projects.isEmpty
    {
      throw reason
    }
    return evaluation
  }

  /// Evaluates the expression that begins at a token, with the names of a scope.
  ///
  /// - Throws: `ManifestError` if it isn't an expression that is evaluated.
  package func value(
    at index: Int, of tokens: [Token], in scope: Scope
  ) throws(ManifestError) -> Value {
    var parser = Parser(tokens: tokens)
    parser.index = index
    return try value(of: try parser.expression(), in: scope)
  }

  /// Something that the file adds to a type.
  struct Member {
    /// The type's name with its dots.
    var type: String
    var callable: Callable
  }

  /// What a run of statements ends with.
  enum Outcome {
    case next
    case returned(Value)
    /// `break`, `continue` or `fallthrough`.
    case jumped(String)
    /// It may have ended here or not, so whatever follows is not known either.
    case uncertain(ManifestError)
  }

  /// Counts a step down and runs it.
  func deeper<T>(
    at offset: Int, _ step: () throws(ManifestError) -> T
  ) throws(ManifestError) -> T {
    guard budget.spend(steps: 1), depth < Self.depthLimit else {
      throw ManifestError(.refused, "computes too much", at: offset)
    }
    depth += 1
    defer { depth -= 1 }
    return try step()
  }

  func run(_ statements: [Statement], in scope: Scope) throws(ManifestError) -> Outcome {
    hoist(statements, in: scope)
    for (index, statement) in statements.enumerated() {
      let outcome = try deeper(at: statement.range.lowerBound) { () throws(ManifestError) in
        try run(statement, in: scope)
      }
      if case .next = outcome { continue }
      if case .uncertain(let reason) = outcome {
        for rest in statements[(index + 1)...] {
          try markUncertain(rest.range, because: reason, in: scope)
        }
      }
      return outcome
    }
    return .next
  }

  /// Functions and types may be used before their declaration.
  private func hoist(_ statements: [Statement], in scope: Scope) {
    var functions: Set<String> = []
    for statement in statements {
      noteOptional(statement)
      switch statement.kind {
      case .function(let name, let function):
        let isFirst = functions.insert(name).inserted
        let value: Value =
          isFirst
          ? .function(Callable(function: function, scope: scope))
          : .unknown(refusal("uses `\(name)`, which the file overloads", statement.range))
        scope.declare(name, value)
      case .computed(let name, let function):
        scope.declare(name, .computed(Callable(function: function, scope: scope)))
      case .declaration(let name, let isStructure, let body):
        if isStructure { valueTypes.insert(name.lastComponent) }
        declare(name, body, in: scope)
      default: break
      }
    }
  }

  private func declare(_ name: String, _ body: [Statement], in scope: Scope) {
    structures[name.lastComponent, default: []] += body
    for statement in body {
      noteOptional(statement)
      switch statement.kind {
      case .function(let member, let function), .computed(let member, let function):
        add(member, Callable(function: function, scope: scope), to: name)
      case .binding(let names, let value) where names.count == 1 && !value.isMissing:
        add(names[0], Callable(function: value.asFunction, scope: scope), to: name)
      case .declaration(let inner, let isStructure, let body):
        if isStructure { valueTypes.insert(inner.lastComponent) }
        declare(inner, body, in: scope)
      case .opaque("init", _): initialized.insert(name.lastComponent)
      case .compilation(let branches):
        if let branch = branches.first(where: { surroundings.decides($0.condition) == true }) {
          declare(name, branch.body, in: scope)
        }
      default: break
      }
    }
  }

  private func add(_ member: String, _ callable: Callable, to type: String) {
    members[member, default: []].append(Member(type: type, callable: callable))
  }

  private func run(_ statement: Statement, in scope: Scope) throws(ManifestError) -> Outcome {
    switch statement.kind {
    case .expression(let expression):
      _ = try value(of: expression, in: scope)
    case .binding(let names, let expression):
      bind(names, to: try value(of: expression, in: scope), in: scope)
      if names.count == 1, isOptional(expression, in: scope) { scope.markOptional(names[0]) }
      if case .labelled(let labels, _) = expression.kind { scope.label(names[0], labels) }
      if names.count == 1, let type = expression.declaredType { scope.type(names[0], type) }
    case .function, .declaration, .computed: break
    case .condition(let clauses, let body, let otherwise):
      return try choose(clauses, body, otherwise, of: statement, in: scope)
    case .guard(let clauses, let otherwise):
      return try guardAgainst(clauses, otherwise, of: statement, in: scope)
    case .loop(let names, let sequence, let filter, let body):
      return try loop(names, over: sequence, filter, body, of: statement, in: scope)
    case .choice(let subject, let cases):
      return try pick(subject, cases, of: statement, in: scope)
    case .return(let expression):
      guard let expression else { return .returned(.none) }
      return .returned(try value(of: expression, in: scope))
    case .compilation(let branches): return try compile(branches, of: statement, in: scope)
    case .jump(let word): return .jumped(word)
    case .opaque("defer", _): throw refusal("uses `defer`", statement.range)
    case .opaque(let name, let mentions):
      try markUncertain(mentions, because: refusal("uses `\(name)`", statement.range), in: scope)
    }
    return .next
  }

  func refusal(_ reason: String, _ range: Range<Int>) -> ManifestError {
    ManifestError(.refused, reason, at: range.lowerBound)
  }

  func bind(_ names: [String], to value: Value, in scope: Scope) {
    guard names.count > 1 else { return scope.declare(names.first ?? "_", value) }
    if case .tuple(let tuple) = value, tuple.parts.count == names.count {
      for (name, part) in zip(names, tuple.parts) { scope.declare(name, part.value) }
    } else {
      let reason = value.uncertainty ?? ManifestError(.refused, "takes a value apart", at: 0)
      for name in names { scope.declare(name, .unknown(reason)) }
    }
  }
}

extension Expression {
  /// The type that a variable with this value is declared with, as far as it changes values.
  var declaredType: DeclaredType? {
    switch kind {
    case .labelled(_, let inner): inner.declaredType
    case .typed(let type, _): type
    default: nil
    }
  }

  /// The expression as the body of a function without parameters, for values worked out when used.
  fileprivate var asFunction: Function {
    Function(parameters: [], result: nil, body: [Statement(kind: .return(self), range: range)])
  }
}

extension String {
  /// The text after the last dot.
  var lastComponent: String {
    lastIndex(of: ".").map { String(self[index(after: $0)...]) } ?? self
  }
}
