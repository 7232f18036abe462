/// Methods of numbers.
extension RubyInterpreter {
  func numberMethod(_ call: RubyInvocation, _ value: RubyValue) throws(RubyStop) -> RubyValue? {
    guard RubySignatures.number[call.name]?.admits(call) == true else { return nil }
    if case .integer(let number) = value {
      if let block = call.block { return try counted(call, number, block) }
      guard let other = call.positional.first else { return Self.alone(call.name, number) }
      if let other = other.integer { return Self.arithmetic(number, call.name, other) }
      return Self.arithmetic(Double(number), call.name, Self.float(other))
    }
    guard case .float(let number) = value else { return nil }
    guard let other = call.positional.first else { return Self.alone(call.name, number) }
    return Self.arithmetic(number, call.name, Self.float(other))
  }

  private func counted(
    _ call: RubyInvocation, _ number: Int, _ block: Int
  ) throws(RubyStop) -> RubyValue? {
    let other = call.positional.first.map(\.integer) ?? number
    guard let other, abs(other - number) <= 10_000, number.magnitude <= 1 << 40 else { return nil }
    switch call.name {
    case "times":
      guard number <= 10_000 else { return nil }
      for index in 0..<max(0, number) { _ = try invoke(block, [.integer(index)]) }
    case "upto":
      for index in stride(from: number, through: other, by: 1) {
        _ = try invoke(block, [.integer(index)])
      }
    default:
      for index in stride(from: number, through: other, by: -1) {
        _ = try invoke(block, [.integer(index)])
      }
    }
    return .integer(number)
  }

  private static func float(_ value: RubyValue) -> Double? {
    switch value.assumed {
    case .integer(let value): Double(value)
    case .float(let value): value
    default: nil
    }
  }

  private static func alone(_ name: String, _ number: Int) -> RubyValue? {
    guard number.magnitude < 1 << 62 else { return nil }
    switch name {
    case "to_i", "to_int", "+@": return .integer(number)
    case "to_f": return .float(Double(number))
    case "-@": return .integer(-number)
    case "abs": return .integer(abs(number))
    case "succ", "next": return .integer(number + 1)
    case "pred": return .integer(number - 1)
    case "zero?": return .bool(number == 0)
    case "positive?": return .bool(number > 0)
    case "negative?": return .bool(number < 0)
    case "even?": return .bool(number % 2 == 0)
    case "odd?": return .bool(number % 2 != 0)
    default: return nil
    }
  }

  private static func alone(_ name: String, _ number: Double) -> RubyValue? {
    switch name {
    case "to_f", "+@": .float(number)
    case "-@": .float(-number)
    case "abs": .float(abs(number))
    case "to_i", "to_int": abs(number) < 1e15 ? .integer(Int(number)) : nil
    case "zero?": .bool(number == 0)
    case "positive?": .bool(number > 0)
    case "negative?": .bool(number < 0)
    default: nil
    }
  }

  /// Quotients are rounded down, also those of negative numbers.
  private static func arithmetic(_ left: Int, _ name: String, _ right: Int) -> RubyValue? {
    let result: (partialValue: Int, overflow: Bool)
    switch name {
    case "+": result = left.addingReportingOverflow(right)
    case "-": result = left.subtractingReportingOverflow(right)
    case "*": result = left.multipliedReportingOverflow(by: right)
    case "%", "/":
      result = left.dividedReportingOverflow(by: right)
      guard !result.overflow else { return nil }
      let rest = left % right
      let isOff = rest != 0 && (rest < 0) != (right < 0)
      if name == "/" { return .integer(result.partialValue - (isOff ? 1 : 0)) }
      return .integer(isOff ? rest + right : rest)
    case "**": return power(left, right)
    default: return nil
    }
    return result.overflow ? nil : .integer(result.partialValue)
  }

  private static func power(_ base: Int, _ exponent: Int) -> RubyValue? {
    guard (0...64).contains(exponent) else { return nil }
    var result = 1
    for _ in 0..<exponent {
      let next = result.multipliedReportingOverflow(by: base)
      guard !next.overflow else { return nil }
      result = next.partialValue
    }
    return .integer(result)
  }

  private static func arithmetic(
    _ left: Double, _ name: String, _ right: Double?
  ) -> RubyValue? {
    guard let right else { return nil }
    switch name {
    case "+": return .float(left + right)
    case "-": return .float(left - right)
    case "*": return .float(left * right)
    case "/": return .float(left / right)
    default: return nil
    }
  }
}
