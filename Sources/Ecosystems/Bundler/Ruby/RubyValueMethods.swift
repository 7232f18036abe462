/// Methods of every value, of numbers, versions and requirements.
extension RubyInterpreter {
  func anyMethod(_ call: RubyInvocation, _ value: RubyValue) throws(RubyStop) -> RubyValue? {
    let other = call.positional.first
    switch call.name {
    case "==", "eql?", "equal?": return other.map { .bool(RubyValue.equal(value, $0)) }
    case "nil?": return .bool(value.isNil)
    case "!": return .bool(!value.isTruthy)
    case "to_s":
      if case .string = value { return nil }
      return value.printed.map { .text($0) }
    case "<", "<=", ">", ">=", "<=>":
      if let other { return compared(value, call.name, other) }
    case "itself", "freeze": return value
    case "tap", "then", "yield_self":
      guard let block = call.block else { return nil }
      let result = try invoke(block, [value])
      return call.name == "tap" ? value : result
    case "is_a?", "kind_of?", "instance_of?":
      return other?.printed.flatMap { Self.isA(value, $0) }.map { .bool($0) }
    case "presence": return Self.isBlank(value) ? .nil : value
    case "present?": return .bool(!Self.isBlank(value))
    case "blank?": return .bool(Self.isBlank(value))
    case "to_a" where value.isNil: return .array([])
    case "respond_to?": return .unknown(.bool(true))
    default: break
    }
    return nil
  }

  private static func isBlank(_ value: RubyValue) -> Bool {
    switch value {
    case .nil, .bool(false): true
    case .string(let string): string.text.trimmed.isEmpty
    case .array(let values): values.isEmpty
    case .hash(let pairs): pairs.isEmpty
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
    case .string: own = ["String"]
    case .symbol: own = ["Symbol"]
    case .array: own = ["Array", "Enumerable"]
    case .hash: own = ["Hash", "Enumerable"]
    case .integer: own = ["Integer", "Numeric"]
    case .float: own = ["Float", "Numeric"]
    case .nil: own = ["NilClass"]
    default: return nil
    }
    return own.contains(name) || name == "Object"
  }

  func numberMethod(_ call: RubyInvocation, _ value: RubyValue) throws(RubyStop) -> RubyValue? {
    if case .integer(let left) = value, call.name == "times", let block = call.block, left <= 10_000
    {
      for index in 0..<max(0, left) { _ = try invoke(block, [.integer(index)]) }
      return value
    }
    switch (value, call.positional.first?.assumed) {
    case (.integer(let left), .integer(let right)): return Self.arithmetic(left, call.name, right)
    case (.integer(let left), nil):
      switch call.name {
      case "to_i": return value
      case "to_f": return .float(Double(left))
      case "-@": return .integer(left == .min ? left : -left)
      default: return nil
      }
    case (.float(let left), nil): return call.name == "to_f" ? .float(left) : nil
    default: return nil
    }
  }

  private static func arithmetic(_ left: Int, _ name: String, _ right: Int) -> RubyValue? {
    let result: (partialValue: Int, overflow: Bool)
    switch name {
    case "+": result = left.addingReportingOverflow(right)
    case "-": result = left.subtractingReportingOverflow(right)
    case "*": result = left.multipliedReportingOverflow(by: right)
    case "%": result = left.remainderReportingOverflow(dividingBy: right)
    case "/": result = left.dividedReportingOverflow(by: right)
    default: return nil
    }
    return result.overflow ? nil : .integer(result.partialValue)
  }

  func versionMethod(
    _ call: RubyInvocation, _ version: GemVersion
  ) throws(RubyStop) -> RubyValue? {
    switch call.name {
    case "version": return .text(version.text)
    case "segments":
      return .array(
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
