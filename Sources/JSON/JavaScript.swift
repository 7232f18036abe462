import Text

/// Orders members as JavaScript objects do.
///
/// Array indexes come first in ascending order, then the other keys in their original order
/// (ECMA-262, OrdinaryOwnPropertyKeys).
func javaScriptOrder(_ members: [Object.Entry]) -> [Object.Entry] {
  guard members.contains(where: { $0.key.utf8.first?.isASCIIDigit == true }) else { return members }
  let indexed = members.compactMap { member in arrayIndex(member.key).map { ($0, member) } }
  return indexed.sorted { $0.0 < $1.0 }.map(\.1) + members.filter { arrayIndex($0.key) == nil }
}

/// Parses a key that JavaScript treats as an array index: a canonical integer below 2^32 - 1.
private func arrayIndex(_ key: String) -> UInt32? {
  guard let first = key.utf8.first, first.isASCIIDigit, first != UInt8(ascii: "0") || key == "0",
    key.utf8.allSatisfy(\.isASCIIDigit), let index = UInt32(key), index < .max
  else { return nil }
  return index
}

/// Formats a JSON number as `JSON.stringify` does after `JSON.parse`.
///
/// The result has the shortest digits that give the same double (ECMA-262, Number::toString), or is
/// `null` if the number is too large for a double.
func javaScriptNumber(_ text: String) -> String {
  if text.utf8.count < 16, text.utf8.allSatisfy(\.isASCIIDigit) { return text }
  guard let double = Double(text), double.isFinite else { return "null" }
  if double == 0 { return "0" }
  let (digits, exponent) = shortestDigits(double.magnitude)
  return (double < 0 ? "-" : "") + format(digits, exponent)
}

/// Returns the digits d, at most 17, and the n for which the number is 0.d x 10^n.
private func shortestDigits(_ number: Double) -> (digits: String, exponent: Int) {
  let parts = number.description.split(separator: "e")
  let mantissa = parts[0].split(separator: ".")
  let whole = String(mantissa[0].drop { $0 == "0" })
  let fraction = String(mantissa.count > 1 ? mantissa[1] : "")
  let leading = whole.isEmpty ? fraction.prefix { $0 == "0" }.count : 0
  var digits = whole + fraction.dropFirst(leading)
  while digits.last == "0" { digits.removeLast() }
  let power = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
  return (digits, whole.count - leading + power)
}

private func format(_ digits: String, _ exponent: Int) -> String {
  let zeros = { (count: Int) in String(repeating: "0", count: count) }
  switch exponent {
  case digits.count...21:
    return digits + zeros(exponent - digits.count)
  case 1...21: return digits.prefix(exponent) + "." + digits.dropFirst(exponent)
  case -5...0: return "0." + zeros(-exponent) + digits
  default:
    let power = exponent - 1
    let rest = digits.count > 1 ? "." + digits.dropFirst() : ""
    return digits.prefix(1) + rest + "e" + (power < 0 ? "-" : "+") + String(power.magnitude)
  }
}
