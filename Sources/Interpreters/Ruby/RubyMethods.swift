/// The methods that a manifest defines, by their owner.
///
///     module Tool
///       def self.version = "1.0"   # Tool.version
///       def name = "tool"          # Tool#name, also Tool.name after `extend self`
///     end
///     def helper = 1               # helper
struct RubyMethods {
  private var closures: [String: Int] = [:]
  /// The modules whose instance methods can be called on the module.
  private var selfExtended: Set<String> = []
  /// The modules that a module, or the main object, includes or extends, the last first.
  private var mixins: [String: [String]] = [:]

  /// Stores a method; the module is empty for the main object.
  mutating func define(_ name: String, in module: String, isSingleton: Bool, _ closure: Int) {
    let mark = isSingleton ? "." : "#"
    closures[module.isEmpty ? name : module + mark + name] = closure
  }

  /// Makes a module's instance methods callable on the module: `extend self`.
  mutating func extendSelf(_ module: String) { selfExtended.insert(module) }

  /// Adds the methods of one module to another.
  mutating func mix(_ mixin: String, into module: String) {
    mixins[module, default: []].insert(mixin, at: 0)
  }

  /// Finds the methods that a call without a receiver in a module can mean.
  ///
  /// In Ruby it depends on `self`, so more than one is refused.
  func candidates(_ name: String, in nesting: [String]) -> [Int] {
    let module = nesting.joined(separator: "::")
    if !module.isEmpty {
      let own = [".", "#"].compactMap { closures[module + $0 + name] }
      if !own.isEmpty { return own }
    }
    for mixin in mixins[module] ?? [] {
      if let found = resolve(mixin, nesting, { closures[$0 + "#" + name] }) { return [found] }
    }
    return closures[name].map { [$0] } ?? []
  }

  /// Finds the method of a module for a call on it.
  func method(_ name: String, of module: String, in nesting: [String]) -> Int? {
    resolve(module, nesting) { path in
      if let own = closures[path + "." + name] { return own }
      return selfExtended.contains(path) ? closures[path + "#" + name] : nil
    }
  }

  /// Looks for a module's name in the enclosing modules, the innermost first.
  private func resolve(_ module: String, _ nesting: [String], _ find: (String) -> Int?) -> Int? {
    for depth in stride(from: nesting.count, through: 0, by: -1) {
      let path = (nesting.prefix(depth) + [module]).joined(separator: "::")
      if let found = find(path) { return found }
    }
    return nil
  }
}

extension RubyInterpreter {
  /// The path of the module under evaluation; empty at the top level.
  private var module: String { nesting.joined(separator: "::") }

  /// Defines a method on the module under evaluation, or on the named one.
  func define(
    _ name: String, on receiver: String?, _ closure: Int, _ range: Range<Int>
  ) throws(RubyStop) {
    var path = nesting
    if let receiver, receiver != "self", nesting.last != receiver { path.append(receiver) }
    let owner = path.joined(separator: "::")
    let isKnown = owner.isEmpty || modules.contains(owner)
    guard isKnown, !RubyNames.belongsToTool(owner) else {
      throw refusal("defines a method of `\(owner)`", range)
    }
    let isSingleton = receiver != nil || isInSingletonClass
    if isSingleton, !owner.isEmpty { closures[closure].own = .module(owner) }
    methods.define(name, in: owner, isSingleton: isSingleton, closure)
  }

  /// Returns the manifest's method for a call without a receiver.
  func ownMethod(_ call: RubyInvocation) throws(RubyStop) -> Int? {
    let found = methods.candidates(call.name, in: nesting)
    guard found.count < 2 else {
      throw refusal("calls a method that its module and its objects have", call.range)
    }
    return found.first
  }

  /// Evaluates `include`, `extend` and `module_function`, which add methods to the module.
  func mixIn(_ call: RubyInvocation) -> RubyValue {
    if call.name == "module_function" { methods.extendSelf(module) }
    for value in call.positional {
      switch value.assumed {
      case .object("self"): methods.extendSelf(module)
      case .module(let name) where name == module: methods.extendSelf(module)
      case .module(let name): methods.mix(name, into: module)
      default: break
      }
    }
    return .nil
  }

  /// Evaluates the body of `class << self`.
  func singletonClass(_ body: RubyNode) throws(RubyStop) -> RubyValue {
    let outer = (scope, isInSingletonClass)
    (scope, isInSingletonClass) = (RubyScope(parent: nil), true)
    defer { (scope, isInSingletonClass) = outer }
    return try evaluate(body)
  }
}
