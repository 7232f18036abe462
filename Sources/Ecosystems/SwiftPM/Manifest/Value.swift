/// What an expression of a manifest comes to.
///
/// Three-valued: known, absent, or unknown with the reason why; an unknown value does harm only
/// where it is needed.
indirect enum Value {
  case unknown(ManifestError)
  case none
  case boolean(Bool)
  case number(Double)
  /// The origin is the literal's place, as long as the text is that of one literal.
  case string(String, origin: Range<Int>?)
  case array([Value])
  case dictionary([(key: Value, value: Value)])
  case tuple([(label: String?, value: Value)])
  case range(Value, Value, isClosed: Bool)
  /// `.name` or `.name(...)` or `Type(...)`: what the package description is made of.
  case made(Made)
  case function(Callable)
  /// A variable that is worked out when it is used.
  case computed(Callable)
  /// A type's or a namespace's name.
  case type(String)
  /// The variables of the process, which are taken to be unset.
  case environment
}

/// An object of the package description: a constructor's name with its arguments as fields.
///
/// A reference, as `Package` and `Target` are classes: loops over targets change them in place.
final class Made {
  let name: String
  let range: Range<Int>
  /// Where the arguments stand, without the parentheses.
  var arguments: Range<Int>?
  var fields: [(label: String?, value: Value)]
  /// Functions of several types that the name may mean; the type expected will settle it.
  var candidates: [Evaluation.Member] = []
  /// Why the fields may differ from what they seem; nil as long as all is known.
  var doubt: ManifestError?

  init(_ name: String, _ fields: [(label: String?, value: Value)], at range: Range<Int>) {
    self.name = name
    self.fields = fields
    self.range = range
  }

  subscript(label: String) -> Value? {
    get { fields.first { $0.label == label }?.value }
    set {
      let index = fields.firstIndex { $0.label == label }
      switch (index, newValue) {
      case (let index?, let value?): fields[index].value = value
      case (nil, let value?): fields.append((label, value))
      case (let index?, nil): fields.remove(at: index)
      case (nil, nil): break
      }
    }
  }

  /// The first argument without a label.
  var unlabelled: Value? { fields.first { $0.label == nil }?.value }
}

/// A function with the variables that it sees.
struct Callable {
  var function: Function
  var scope: Scope
}

/// The variables of a block, and of the blocks around it.
final class Scope {
  private var variables: [String: Value] = [:]
  private let parent: Scope?
  /// The scopes inside, at whatever depth; the outermost one keeps them.
  private var descendants: [Scope] = []

  init(in parent: Scope? = nil) {
    self.parent = parent
    parent?.outermost.descendants.append(self)
  }

  private var outermost: Scope { parent?.outermost ?? self }

  /// Forgets all that was declared, inside too: a function and the scope that it stands in hold each
  /// other, and would live on when the manifest was read.
  func dissolve() {
    for scope in [self] + descendants { scope.variables = [:] }
    descendants = []
  }

  func declare(_ name: String, _ value: Value) {
    variables[name] = value
  }

  subscript(name: String) -> Value? { variables[name] ?? parent?[name] }

  /// Changes a variable where it was declared; an unknown name becomes a variable here.
  func assign(_ name: String, _ value: Value) {
    if variables[name] == nil, let parent, parent[name] != nil {
      parent.assign(name, value)
    } else {
      variables[name] = value
    }
  }
}

extension Value {
  var isNone: Bool {
    if case .none = self { true } else { false }
  }

  /// Whether it is a module's name, which may stand before whatever the module has.
  var isModule: Bool {
    if case .type(let name) = self {
      ["PackageDescription", "Foundation", "Swift"].contains(name)
    } else {
      false
    }
  }

  var boolean: Bool? {
    if case .boolean(let value) = self { value } else { nil }
  }

  var string: String? {
    if case .string(let text, _) = self { text } else { nil }
  }

  var elements: [Value]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  var made: Made? {
    if case .made(let made) = self { made } else { nil }
  }

  var doubt: ManifestError? {
    if case .unknown(let reason) = self { reason } else { nil }
  }

  /// Whether two values are the same; nil where that cannot be told.
  func equals(_ other: Value) -> Bool? {
    switch (self, other) {
    case (.unknown, _), (_, .unknown), (.function, _), (_, .function): nil
    case (.none, .none): true
    case (.none, _), (_, .none): false
    case (.boolean(let left), .boolean(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left, _), .string(let right, _)): left == right
    case (.made(let left), .made(let right)): left.equals(right)
    case (.array(let left), .array(let right)): Self.equals(left, right)
    default: nil
    }
  }

  private static func equals(_ left: [Value], _ right: [Value]) -> Bool? {
    guard left.count == right.count else { return false }
    for (one, other) in zip(left, right) {
      guard let isEqual = one.equals(other) else { return nil }
      if !isEqual { return false }
    }
    return true
  }

  /// The value with labels on its tuples, or on those in its list.
  func labelled(_ labels: [String]) -> Value {
    switch self {
    case .tuple(let parts) where parts.count == labels.count:
      .tuple(zip(parts, labels).map { ($0.label ?? $1, $0.value) })
    case .array(let elements): .array(elements.map { $0.labelled(labels) })
    default: self
    }
  }

  /// The text that an interpolation or `String(...)` makes of it.
  var description: String? {
    switch self {
    case .string(let text, _): text
    case .boolean(let value): String(value)
    case .number(let value): Int(exactly: value).map(String.init) ?? String(value)
    default: nil
    }
  }
}

extension Made {
  /// Compares enumeration cases; objects with fields are the same where they are one.
  func equals(_ other: Made) -> Bool? {
    if self === other { return true }
    if fields.isEmpty && other.fields.isEmpty { return name == other.name }
    return name == other.name ? nil : false
  }
}
