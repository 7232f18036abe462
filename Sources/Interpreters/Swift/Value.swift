/// What an expression of a manifest comes to.
///
/// Three-valued: known, absent, or unknown with the reason why; an unknown value does harm only
/// where it is needed.
package indirect enum Value {
  case unknown(ManifestError)
  case none
  /// A value that is there, and whose type is or may be optional: Swift prints it as `Optional(...)`.
  ///
  /// It never holds another optional value: what nests them is refused.
  case optional(Value)
  case boolean(Bool)
  case number(Double)
  /// The origin is the literal's place, as long as the text is that of one literal.
  case string(String, origin: Range<Int>?)
  case list(List)
  case dictionary(Pairs)
  case tuple(Parts)
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

/// An array, or elements without an order.
package struct List {
  /// Whether the elements have an order.
  enum Order {
    case array
    /// A part of an array, whose indices don't begin with 0.
    case slice
    /// A set: every element once, in no order.
    case set
    /// Results of a set or a dictionary, with duplicates and without an order.
    case unordered
  }

  /// The elements in the order of the file; of a set, in no order that counts.
  package let elements: [Value]
  let order: Order
  /// Whether its elements have an optional type, or may have.
  let holdsOptionals: Bool
  /// How deep values nest in it; kept, since one value can be in another many times.
  let height: Int

  /// All elements have one type, so that one optional element makes all of them optional.
  init(elements: [Value], order: Order = .array, holdsOptionals: Bool = false) {
    let isOptional = holdsOptionals || elements.contains { $0.isOptional }
    self.elements = isOptional ? elements.map(\.asOptional) : elements
    self.order = order
    self.holdsOptionals = isOptional
    height = 1 + (elements.lazy.map(\.height).max() ?? 0)
  }

  /// Whether the order of the elements is known.
  package var isOrdered: Bool { order == .array || order == .slice || elements.count < 2 }
}

/// The keys of a dictionary with their values; Swift gives them no order.
package struct Pairs {
  let pairs: [(key: Value, value: Value)]
  /// Whether its values have an optional type, or may have.
  let holdsOptionals: Bool
  let height: Int

  init(pairs: [(key: Value, value: Value)], holdsOptionals: Bool = false) {
    let isOptional = holdsOptionals || pairs.contains { $0.value.isOptional }
    self.pairs = isOptional ? pairs.map { ($0.key, $0.value.asOptional) } : pairs
    self.holdsOptionals = isOptional
    height = 1 + (pairs.lazy.map { max($0.key.height, $0.value.height) }.max() ?? 0)
  }
}

/// The elements of a tuple.
package struct Parts {
  let parts: [(label: String?, value: Value)]
  let height: Int

  init(parts: [(label: String?, value: Value)]) {
    self.parts = parts
    height = 1 + (parts.lazy.map(\.value.height).max() ?? 0)
  }
}

/// An object of the package description: a constructor's name with its arguments as fields.
///
/// A reference, as `Package` and `Target` are classes: loops over targets change them in place.
package final class Made {
  /// The name of the constructor, without its type: `package` of `.package(url:)`.
  package let name: String
  /// The bytes of the whole call.
  package let range: Range<Int>
  /// The range of the arguments, without the parentheses.
  package internal(set) var arguments: Range<Int>?
  /// The arguments in their order, and what the file assigned later.
  package internal(set) var fields: [(label: String?, value: Value)]
  /// Functions of several types that the name may mean; the type expected will settle it.
  var candidates: [Evaluation.Member] = []
  /// Why the fields may differ from what they seem; nil as long as all is known.
  package internal(set) var uncertainty: ManifestError?
  /// Why the settings may differ from what they seem; nil as long as all are known.
  var settingsUncertainty: ManifestError?

  init(_ name: String, _ fields: [(label: String?, value: Value)], at range: Range<Int>) {
    self.name = name
    self.fields = fields
    self.range = range
  }

  /// The first field with a label; nil without one.
  package internal(set) subscript(label: String) -> Value? {
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

  /// The same fields in an object of their own, as Swift copies structures.
  func copy() -> Made {
    let copy = Made(name, fields, at: range)
    copy.arguments = arguments
    copy.candidates = candidates
    copy.uncertainty = uncertainty
    copy.settingsUncertainty = settingsUncertainty
    return copy
  }

  /// The first argument without a label.
  package var unlabelled: Value? { fields.first { $0.label == nil }?.value }
}

/// A function with the variables that it sees.
package struct Callable {
  var function: Function
  var scope: Scope
}

/// The variables of a block, and of the blocks around it.
package final class Scope {
  private var variables: [String: Value] = [:]
  private let parent: Scope?
  private var optionals: Set<String> = []
  private var types: [String: DeclaredType] = [:]
  private var labels: [String: [String]] = [:]
  /// In a method the object that it belongs to, whose properties are names in it.
  var object: Made?
  /// The scopes inside, at whatever depth; the outermost one keeps them.
  private var descendants: [Scope] = []

  /// Creates the scope of a file.
  package convenience init() {
    self.init(in: nil)
  }

  init(in parent: Scope?) {
    self.parent = parent
    parent?.outermost.descendants.append(self)
  }

  private var outermost: Scope { parent?.outermost ?? self }

  /// Removes all declarations, also inner ones: a function and the scope that it is in hold each
  /// other, and would live on when the manifest was read.
  package func dissolve() {
    for scope in [self] + descendants {
      scope.variables = [:]
      scope.object = nil
    }
    descendants = []
  }

  func declare(_ name: String, _ value: Value) {
    variables[name] = value
    optionals.remove(name)
    labels[name] = nil
    types[name] = nil
  }

  /// Records the declared type of a variable, as far as it changes values.
  func type(_ name: String, _ type: DeclaredType) { types[name] = type }

  /// The declared type that values get that are assigned to a variable.
  func type(of name: String) -> DeclaredType? {
    variables[name] == nil ? parent?.type(of: name) : types[name]
  }

  /// Records the labels that the declared type of a variable gives to its tuples.
  func label(_ name: String, _ labels: [String]) { self.labels[name] = labels }

  /// The labels that a variable gives to tuples that are assigned to it.
  func labels(of name: String) -> [String] {
    variables[name] == nil ? parent?.labels(of: name) ?? [] : labels[name] ?? []
  }

  /// Records that a variable of this scope has an optional type.
  func markOptional(_ name: String) { optionals.insert(name) }

  /// Whether a variable has an optional type.
  func isOptional(_ name: String) -> Bool {
    guard variables[name] == nil, object?.property(name) == nil, let parent else {
      return optionals.contains(name)
    }
    return parent.isOptional(name)
  }

  subscript(name: String) -> Value? {
    variables[name] ?? object?.property(name) ?? parent?[name]
  }

  /// Whether a name is not declared in the method that the scope is in, nor as a field of its object.
  func isOutsideMethod(_ name: String) -> Bool {
    if variables[name] != nil { return false }
    if object != nil || variables["self"] != nil { return object?.property(name) == nil }
    return parent?.isOutsideMethod(name) ?? false
  }

  /// The object of a method that a name stands for a property of.
  func object(with name: String) -> Made? {
    if variables[name] != nil { return nil }
    if let object, object.property(name) != nil { return object }
    return parent?.object(with: name)
  }

  /// Changes a variable in the scope that declared it; an unknown name becomes a variable here.
  func assign(_ name: String, _ value: Value) {
    if variables[name] != nil {
      variables[name] = value
    } else if let object, object.property(name) != nil {
      object[name] = value
    } else if let parent, parent[name] != nil {
      parent.assign(name, value)
    } else {
      variables[name] = value
    }
  }
}

extension Value {
  /// Whether it is known to be absent.
  package var isNone: Bool {
    if case .none = self { true } else { false }
  }

  /// Whether it is the name of a module, which may precede the names of its members.
  var isModule: Bool {
    if case .type(let name) = self {
      ["PackageDescription", "Foundation", "Swift"].contains(name)
    } else {
      false
    }
  }

  /// Whether its type is or may be optional.
  var isOptional: Bool {
    switch self {
    case .none, .optional: true
    default: false
    }
  }

  /// The value as one of an optional type.
  var asOptional: Value {
    switch self {
    case .none, .optional, .unknown, .type, .environment, .computed: self
    default: .optional(self)
    }
  }

  /// The value itself, where Swift has unwrapped it or demands one that is not optional.
  var unwrapped: Value {
    if case .optional(let value) = self { value } else { self }
  }

  var boolean: Bool? {
    if case .boolean(let value) = unwrapped { value } else { nil }
  }

  /// The text, also of an optional value; nil for other values.
  package var string: String? {
    if case .string(let text, _) = unwrapped { text } else { nil }
  }

  /// The list, also of an optional value; nil for other values.
  package var list: List? {
    if case .list(let list) = unwrapped { list } else { nil }
  }

  /// How deep values nest in this one; objects are not counted, which are kept apart.
  var height: Int {
    switch self {
    case .list(let list): list.height
    case .dictionary(let dictionary): dictionary.height
    case .tuple(let tuple): tuple.height
    case .optional(let value): value.height
    default: 0
    }
  }

  /// The object, also of an optional value; nil for other values.
  package var made: Made? {
    if case .made(let made) = unwrapped { made } else { nil }
  }

  /// Why the value is not known; nil for a known one.
  package var uncertainty: ManifestError? {
    if case .unknown(let reason) = self { reason } else { nil }
  }

  /// The value with labels on its tuples, or on those in its list.
  func labelled(_ labels: [String]) -> Value {
    switch self {
    case .tuple(let tuple) where tuple.parts.count == labels.count:
      .tuple(Parts(parts: zip(tuple.parts, labels).map { ($0.label ?? $1, $0.value) }))
    case .list(let list):
      .list(
        List(
          elements: list.elements.map { $0.labelled(labels) }, order: list.order,
          holdsOptionals: list.holdsOptionals))
    case .optional(let value): .optional(value.labelled(labels))
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
    // A case with a payload, a static member and an initializer can mean the same value.
    return fields.isEmpty && other.fields.isEmpty ? name == other.name : nil
  }
}

extension Made {
  private static let targets: Set<String> = [
    "target", "testTarget", "executableTarget", "plugin", "macro", "binaryTarget", "systemLibrary",
  ]
  private static let targetProperties: Set<String> = [
    "name", "path", "url", "sources", "exclude", "dependencies", "publicHeadersPath", "resources",
    "cSettings", "cxxSettings", "swiftSettings", "linkerSettings", "plugins", "packageAccess",
    "pkgConfig", "providers", "checksum",
  ]
  /// Properties of targets and packages whose type is optional.
  private static let optionalProperties: Set<String> = [
    "path", "url", "sources", "publicHeadersPath", "resources", "cSettings", "cxxSettings",
    "swiftSettings", "linkerSettings", "plugins", "pkgConfig", "providers", "checksum",
    "defaultLocalization", "platforms", "swiftLanguageVersions", "swiftLanguageModes",
    "cLanguageStandard", "cxxLanguageStandard",
  ]
  private static let packageProperties: Set<String> = [
    "name", "defaultLocalization", "platforms", "products", "dependencies", "targets", "traits",
    "swiftLanguageVersions", "swiftLanguageModes", "cLanguageStandard", "cxxLanguageStandard",
    "pkgConfig", "providers",
  ]

  /// The value of a property that the object is known to have; nil if it has none of that name.
  func property(_ name: String) -> Value? {
    if let uncertainty, fields.contains(where: { $0.label == name }) || isDescribed(name) {
      return .unknown(uncertainty)
    }
    if let settingsUncertainty, Self.isSetting(name) { return .unknown(settingsUncertainty) }
    if let answer = kindOfTarget(name) { return answer }
    if let value = self[name] {
      return isDescribed(name) && Self.optionalProperties.contains(name) ? value.asOptional : value
    }
    guard isDescribed(name) else { return nil }
    return ["dependencies", "targets", "products"].contains(name)
      ? .list(List(elements: [])) : Value.none
  }

  /// The types of targets by their constructors.
  private static let targetTypes = [
    "target": "regular", "testTarget": "test", "executableTarget": "executable",
    "plugin": "plugin", "macro": "macro", "binaryTarget": "binary", "systemLibrary": "system",
  ]

  /// The value of `type` and `isTest` of a target; nil for other properties and objects.
  private func kindOfTarget(_ property: String) -> Value? {
    guard self[property] == nil, let type = Self.targetTypes[name] else { return nil }
    return switch property {
    case "type": .made(Made(type, [], at: range))
    case "isTest": .boolean(type == "test")
    default: nil
    }
  }

  private func isDescribed(_ name: String) -> Bool {
    if Self.targets.contains(self.name) { return Self.targetProperties.contains(name) }
    return self.name == "Package" && Self.packageProperties.contains(name)
  }
}
