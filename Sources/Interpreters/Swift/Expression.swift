/// What a piece of Swift says, with its place in the file.
struct Expression: Sendable {
  indirect enum Kind: Sendable {
    case missing
    case boolean(Bool)
    case number(String)
    /// A literal without interpolation.
    case string(String)
    case interpolated([Segment])
    case name(String)
    /// `.name`, whose type is implied.
    case implicitMember(String)
    case member(Expression, String, isOptional: Bool)
    case call(Expression, [Argument])
    case index(Expression, [Argument])
    case array([Expression])
    case dictionary([(key: Expression, value: Expression)])
    case tuple([Argument])
    /// A value with a declared type that changes what it is.
    case typed(DeclaredType, Expression)
    /// A value whose tuples take their labels from a type.
    case labelled([String], Expression)
    case closure(Function)
    case prefix(String, Expression)
    case infix(String, Expression, Expression)
    case condition(Expression, Expression, Expression)
    case unwrap(Expression)
    /// `x?`: the rest of the chain is evaluated if the value is there.
    case chained(Expression)
    case assignment(String, Expression, Expression)
    /// `if` or `switch` that stands for a value.
    case statement(Statement)
    /// Swift that is not evaluated, by its name.
    case opaque(String)
  }

  /// A part of a string with interpolations.
  enum Segment: Sendable {
    case text(String)
    case value(Expression)
  }

  /// A value handed over, with the label before it.
  struct Argument: Sendable {
    var label: String?
    var value: Expression
  }

  var kind: Kind
  var range: Range<Int>
  /// The longest way down to a leaf; bounded, as evaluation recurses.
  var height: Int
}

/// A type that makes another value of a literal.
indirect enum DeclaredType: Hashable, Sendable {
  /// `["a", "a"]` is a set of one element.
  case set
  /// The value may be absent, and is printed differently if it isn't.
  case optional(DeclaredType?)
  /// An array whose elements have such a type.
  case list(DeclaredType)
  /// A dictionary whose values have such a type.
  case dictionary(DeclaredType)
  /// A tuple with parts of such types; nil for other parts.
  case tuple([DeclaredType?])
  /// The value depends on a type that is not evaluated: a floating-point number, a set inside.
  case other(String)
  /// No value of the type is evaluated.
  case unsupported(String)

  /// Whether a value of the type may be absent.
  var isOptional: Bool {
    if case .optional = self { true } else { false }
  }
}

/// A function's or a closure's parameters and body.
struct Function: Sendable {
  struct Parameter: Sendable {
    /// Nil where callers write none.
    var label: String?
    var name: String
    var isVariadic: Bool
    var fallback: Expression?
    var type: DeclaredType?
  }

  var parameters: [Parameter]
  /// What it returns, if that is declared and changes the value.
  var result: DeclaredType?
  /// Whether it is a closure without a declared result that mentions `nil`, and may return it.
  var mayReturnNil = false
  var body: [Statement]
}

/// A step of a program.
struct Statement: Sendable {
  indirect enum Kind: Sendable {
    case expression(Expression)
    /// `let` and `var`; a pattern of several names takes a tuple apart.
    case binding([String], Expression)
    case function(String, Function)
    /// A variable whose value is worked out whenever it is used.
    case computed(String, Function)
    case condition([Clause], then: [Statement], otherwise: [Statement])
    case `guard`([Clause], otherwise: [Statement])
    case loop([String], Expression, filter: Expression?, [Statement])
    case choice(Expression, [Case])
    case `return`(Expression?)
    /// `#if` with its conditions; the last one may be `always`.
    case compilation([(condition: CompilationCondition, body: [Statement])])
    /// `continue`, `break`.
    case jump(String)
    /// `extension`, `enum` and the like: its members, with the type's name.
    case declaration(String, isStructure: Bool, [Statement])
    /// Swift that is not evaluated: its name and every identifier in it.
    case opaque(String, mentions: Set<String>)
  }

  /// A condition of `if` or `guard`.
  enum Clause: Sendable {
    case test(Expression)
    case binding([String], Expression)
    /// `#available` and `if case`.
    case opaque(String)
  }

  /// A branch of `switch`; without patterns it is the default.
  struct Case: Sendable {
    var patterns: [Expression]
    var body: [Statement]
  }

  var kind: Kind
  var range: Range<Int>
}

/// A condition of `#if`.
indirect enum CompilationCondition: Sendable {
  case always
  case flag(String)
  case call(String, String)
  case not(CompilationCondition)
  case all([CompilationCondition])
  case any([CompilationCondition])
}
