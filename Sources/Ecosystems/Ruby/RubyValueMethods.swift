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
    case "<", "<=", ">", ">=", "<=>": return compared(value, call.name, other)
    case "between?":
      guard let low = RubyValue.compare(value, other),
        let high = RubyValue.compare(value, call.positional[1])
      else { return nil }
      return .bool(low >= 0 && high <= 0)
    case "itself", "freeze": return value
    case "dup": return Self.copy(value)
    case "tap", "then", "yield_self":
      guard let block = call.block else { return nil }
      let result = try invoke(block, [value])
      return call.name == "tap" ? value : result
    case "is_a?", "kind_of?", "instance_of?":
      guard case .module(let name) = other.assumed else { return nil }
      return Self.isA(value, name).map { .bool($0) }
    case "presence": return Self.isBlank(value) ? .nil : value
    case "present?": return .bool(!Self.isBlank(value))
    case "blank?": return .bool(Self.isBlank(value))
    case "respond_to?": return .unknown(.bool(true))
    default: return nil
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
    guard let order = RubyValue.compare(left, right) else { return name == "<=>" ? .nil : nil }
    switch name {
    case "<": return .bool(order < 0)
    case "<=": return .bool(order <= 0)
    case ">": return .bool(order > 0)
    case ">=": return .bool(order >= 0)
    default: return .integer(order)
    }
  }

  private static func isA(_ value: RubyValue, _ name: String) -> Bool? {
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
    default: return nil
    }
    return own.contains(name) || ["Object", "BasicObject", "Kernel"].contains(name)
  }

  /// Evaluates a method of `nil`.
  func nilMethod(_ call: RubyInvocation) -> RubyValue? {
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
    guard ["satisfied_by?", "===", "=~"].contains(call.name),
      let version = call.positional.first?.printed.flatMap({ GemVersion($0) })
    else { return nil }
    return .bool(requirement.accepts(version))
  }
}
