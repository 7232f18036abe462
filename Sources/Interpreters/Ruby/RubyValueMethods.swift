import Gems
import Text

/// Methods of all values, and of versions and requirements.
extension RubyInterpreter {
  func anyMethod(_ call: RubyInvocation, _ value: RubyValue) throws(RubyStop) -> RubyValue? {
    guard RubySignatures.any[call.name]?.admits(call) == true else { return nil }
    let other = call.positional.first ?? .nil
    switch call.name {
    case "==": return .bool(RubyValue.equal(value, other))
    case "eql?": return .bool(RubyValue.isSameKey(value, other))
    case "===": return isCase(value) ? nil : .bool(RubyValue.equal(value, other))
    case "nil?": return .bool(value.isNil)
    case "!": return .bool(!value.isTruthy)
    case "to_s":
      if case .string = value { return value }
      return value.printed.map { .text($0) }
    case "inspect": return value.inspected.map { .text($0) }
    case "<=>": return compared(value, call.name, other)
    case "<", "<=", ">", ">=": return value.isComparable ? compared(value, call.name, other) : nil
    case "between?":
      guard value.isComparable, let low = RubyValue.compare(value, other),
        let high = RubyValue.compare(value, call.positional[1])
      else { return nil }
      return .bool(low >= 0 && high <= 0)
    case "itself": return value
    case "freeze":
      value.freeze()
      return value
    case "dup": return Self.copy(value)
    case "tap", "then", "yield_self":
      guard let block = call.block else { return nil }
      let result = try invoke(block, [value])
      return call.name == "tap" ? value : result
    case "is_a?", "kind_of?", "instance_of?":
      guard case .module(let name) = other.assumed, let names = Self.classes(of: value) else {
        return nil
      }
      return .bool(call.name == "instance_of?" ? names.first == name : names.contains(name))
    case "presence", "present?", "blank?":
      return host.hasActiveSupport ? blankness(call, value) : nil
    case "respond_to?": return respondsTo(call, value)
    default: return nil
    }
  }

  private func respondsTo(_ call: RubyInvocation, _ value: RubyValue) -> RubyValue? {
    guard let name = call.positional.first?.name else { return nil }
    let own: [String: RubySignature]
    switch value {
    case .string: own = RubySignatures.string
    case .array: own = RubySignatures.array
    case .hash: own = RubySignatures.hash
    case .closure: return name == "call" ? .bool(true) : nil
    default: return nil
    }
    return own[name] == nil ? nil : .bool(true)
  }

  private func blankness(_ call: RubyInvocation, _ value: RubyValue) -> RubyValue? {
    switch call.name {
    case "presence": return Self.isBlank(value) ? .nil : value
    case "present?": return .bool(!Self.isBlank(value))
    default: return .bool(Self.isBlank(value))
    }
  }

  /// Whether `===` of the value is not `==`.
  private func isCase(_ value: RubyValue) -> Bool {
    switch value {
    case .regex, .range, .requirement, .module, .closure: true
    default: false
    }
  }

  /// Evaluates `dup`: copies mutable values.
  private static func copy(_ value: RubyValue) -> RubyValue {
    switch value {
    case .string(let cell): .string(RubyCell(cell.content))
    case .array(let cell) where cell.isMatch: value
    case .array(let cell): .list(cell.content)
    case .hash(let cell): .table(cell.content)
    default: value
    }
  }

  private static func isBlank(_ value: RubyValue) -> Bool {
    switch value {
    case .nil, .bool(false): true
    case .string(let cell): cell.content.text.trimmed.isEmpty
    case .array(let cell): cell.content.isEmpty
    case .hash(let cell): cell.content.isEmpty
    default: false
    }
  }

  private func compared(_ left: RubyValue, _ name: String, _ right: RubyValue) -> RubyValue? {
    guard let order = RubyValue.compare(left, right) else {
      return name == "<=>" ? (RubyValue.equal(left, right) ? .integer(0) : .nil) : nil
    }
    switch name {
    case "<": return .bool(order < 0)
    case "<=": return .bool(order <= 0)
    case ">": return .bool(order > 0)
    case ">=": return .bool(order >= 0)
    default: return .integer(order)
    }
  }

  /// The class of a value, then the other modules that it is one of; nil for values of the format.
  private static func classes(of value: RubyValue) -> [String]? {
    let own: [String]
    switch value {
    case .string: own = ["String", "Comparable"]
    case .symbol: own = ["Symbol", "Comparable"]
    case .array: own = ["Array", "Enumerable"]
    case .hash: own = ["Hash", "Enumerable"]
    case .integer: own = ["Integer", "Numeric", "Comparable"]
    case .float: own = ["Float", "Numeric", "Comparable"]
    case .nil: own = ["NilClass"]
    case .bool(let value): own = [value ? "TrueClass" : "FalseClass"]
    case .version: own = ["Gem::Version", "Comparable"]
    case .requirement: own = ["Gem::Requirement"]
    case .range: own = ["Range", "Enumerable"]
    case .regex: own = ["Regexp"]
    default: return nil
    }
    return own + ["Object", "BasicObject", "Kernel"]
  }

  /// Evaluates a method of `nil`.
  func nilMethod(_ call: RubyInvocation) -> RubyValue? {
    if call.name == "=~", call.positional.count == 1 { return .nil }
    guard call.positional.isEmpty, call.block == nil else { return nil }
    return switch call.name {
    case "to_a": .list([])
    case "to_h": .table([])
    case "to_i": .integer(0)
    case "to_f": .float(0)
    default: nil
    }
  }

  func versionMethod(
    _ call: RubyInvocation, _ version: GemVersion
  ) throws(RubyStop) -> RubyValue? {
    switch call.name {
    case "version": return .text(version.text)
    case "segments":
      return .list(
        version.segments.map { segment in
          if case .number(let number) = segment, let small = Int(exactly: number) {
            .integer(small)
          } else {
            .text(segment.description)
          }
        })
    case "bump": return .version(version.bump)
    case "release": return .version(version.release)
    case "prerelease?": return .bool(version.isPrerelease)
    case "approximate_recommendation": return .text(version.approximateRecommendation)
    default: return nil
    }
  }

  func requirementMethod(_ call: RubyInvocation, _ requirement: GemRequirement) -> RubyValue? {
    if call.name == "as_list", call.positional.isEmpty, call.block == nil {
      return .list(requirement.clauses.map { .text($0.description) })
    }
    guard ["satisfied_by?", "===", "=~"].contains(call.name), call.positional.count == 1,
      case .version(let version) = call.positional[0].assumed
    else { return nil }
    return .bool(requirement.accepts(version))
  }
}
