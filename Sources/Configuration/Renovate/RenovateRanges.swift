/// Returns the requirements that exclude the same versions as `allowedVersions` permits.
///
///     versionsOutside("<4")       // [">= 4"]
///     versionsOutside("20.x")     // ["< 20", ">= 21"]
///     versionsOutside("^0.3.0")   // ["< 0.3.0", ">= 0.4"]
///     versionsOutside("/^1\\./")  // ["< 1", ">= 2"]
///     versionsOutside("!/^1\\.2\\.3$/")  // ["= 1.2.3"]
///
/// - Returns: nil for other regular expressions, alternatives, and whatever else isn't one range.
func versionsOutside(_ text: String) -> [String]? {
  let text = text.trimmed
  if text.hasPrefix("/") || text.hasPrefix("!/") { return complement(ofExpression: text) }
  guard !text.contains("|") else { return nil }
  var parts = text.replacing(",", with: " ").split(separator: " ").map(String.init)[...]
  var outside: [String] = []
  while var part = parts.popFirst() {
    // A sign and its version can be apart: `< 4`.
    if part.allSatisfy({ "<>=~^!".contains($0) }) {
      guard let version = parts.popFirst() else { return nil }
      part += version
    }
    guard let excluded = complement(of: part) else { return nil }
    outside += excluded
  }
  return outside.isEmpty ? nil : outside
}

/// The complement of an expression for versions that begin alike, or of one that excludes a version.
private func complement(ofExpression text: String) -> [String]? {
  let isNegated = text.hasPrefix("!")
  var rest = text.dropFirst(isNegated ? 1 : 0)
  guard rest.hasPrefix("/^"), rest.hasSuffix("/"), rest.count > 3 else { return nil }
  rest = rest.dropFirst(2).dropLast()
  if rest.hasPrefix("v?") { rest = rest.dropFirst(2) }
  var numbers: [Int] = []
  while let number = Int(rest.prefix { "0"..."9" ~= $0 }), number < 1_000_000 {
    numbers.append(number)
    rest = rest.drop { "0"..."9" ~= $0 }
    let dot = rest.hasPrefix("\\.") ? 2 : rest.hasPrefix(".") ? 1 : 0
    guard dot > 0, let next = rest.dropFirst(dot).first, "0"..."9" ~= next else { break }
    rest = rest.dropFirst(dot)
  }
  guard let last = numbers.last else { return nil }
  let start = numbers.map(String.init).joined(separator: ".")
  if isNegated { return rest == "$" && numbers.count == 3 ? ["= \(start)"] : nil }
  guard numbers.count < 3, endsOfLines.contains(String(rest)) else { return nil }
  let end = (numbers.dropLast() + [last + 1]).map(String.init).joined(separator: ".")
  return ["< \(start)", ">= \(end)"]
}

/// What follows the first numbers in expressions for all versions that begin with them.
private let endsOfLines: Set = [
  "\\.", "\\..*", "\\..*$", "\\..+", "\\..+$", "(\\.|$)", "(\\..*)?$", "(\\..+)?$", "(\\.\\d+.*)?$",
  "\\b",
]

/// The complement of one comparison.
private func complement(of part: String) -> [String]? {
  let sign = String(part.prefix { "<>=~^!".contains($0) })
  let version = String(part.dropFirst(sign.count))
  let numbers = version.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  let isVersion =
    numbers.count <= 3
    && numbers.allSatisfy { !$0.isEmpty && $0.allSatisfy { "0"..."9" ~= $0 } }
  switch sign {
  case "<" where isVersion: return [">= \(version)"]
  case "<=" where isVersion: return ["> \(version)"]
  case ">=" where isVersion: return ["< \(version)"]
  case ">" where isVersion: return ["<= \(version)"]
  case "!=" where isVersion && numbers.count == 3: return ["= \(version)"]
  case "=" where isVersion && numbers.count == 3, "" where isVersion && numbers.count == 3:
    return ["< \(version)", "> \(version)"]
  case "^", "~", "~>", "=", "": return complement(sign, numbers)
  default: return nil
  }
}

/// The complement of a range that begins at a version, or of a version with `x`.
private func complement(_ sign: String, _ parts: [String]) -> [String]? {
  let given = parts.prefix { !["x", "X", "*"].contains($0) }.map { Int($0) }
  let numbers = given.compactMap(\.self)
  guard numbers.count == given.count, let major = numbers.first, parts.count <= 3,
    parts.dropFirst(given.count).allSatisfy({ Int($0) == nil })
  else { return nil }
  let start = numbers.map(String.init).joined(separator: ".")
  let end: String
  switch (sign, numbers.count) {
  case ("^", _) where major > 0, ("^", 1), ("~", 1), ("~>", 1), ("~>", 2), ("", 1), ("=", 1):
    end = "\(major + 1)"
  case ("^", 2), ("~", _), ("~>", 3), ("", 2), ("=", 2): end = "\(major).\(numbers[1] + 1)"
  case ("^", _): end = endOfZero(numbers)
  default: return nil
  }
  return ["< \(start)", ">= \(end)"]
}

/// The end of `^0.3.1` or `^0.0.3`, which is about the first number that isn't zero.
private func endOfZero(_ numbers: [Int]) -> String {
  numbers[1] > 0 ? "0.\(numbers[1] + 1)" : "0.0.\(numbers[2] + 1)"
}

/// Returns the range of `matchCurrentVersion`, for `match: {current}`.
///
///     currentRange("!/^0/")   // ">= 1": not before 1.0
func currentRange(_ text: String) -> String? {
  switch text {
  case "!/^0/", "!/^0\\./", "!/^v?0/": return ">= 1"
  case "/^0/", "/^0\\./", "/^v?0/": return "< 1"
  default:
    // A version alone means requirements that it satisfies, which martlet's conditions lack.
    let isRange = text.allSatisfy { $0.isNumber || " .<>=~^,xX-".contains($0) }
    let isVersion = text.allSatisfy { $0.isNumber || $0 == "." } && text.count { $0 == "." } > 1
    return isRange && !isVersion && text.contains(where: \.isNumber) ? text : nil
  }
}

/// Returns a span such as `3 days` in whole days, rounded up; nil if it isn't understood.
func days(of text: String) -> Int? {
  let parts = text.trimmed.split(separator: " ").map { $0.lowercased() }
  let digits = parts.first.map { $0.prefix { $0.isNumber } } ?? ""
  let unit = parts.count == 2 ? parts[1] : String((parts.first ?? "").dropFirst(digits.count))
  guard parts.count <= 2, let number = Int(digits), number <= 100_000 else { return nil }
  switch unit {
  case "day", "days", "d": return number
  case "week", "weeks", "w": return number * 7
  case "month", "months": return number * 30
  case "year", "years", "y": return number * 365
  case "hour", "hours", "h": return (number + 23) / 24
  case "minute", "minutes", "min", "m": return (number + 1_439) / 1_440
  default: return nil
  }
}

extension String {
  /// The text without spaces at both ends.
  var trimmed: String {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...last])
  }
}
