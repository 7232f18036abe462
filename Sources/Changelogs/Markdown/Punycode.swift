/// Writes host names with other letters in ASCII (RFC 3492), so that none looks like another one.
///
///     Punycode.host("bücher.example")  // "xn--bcher-kva.example"
enum Punycode {
  /// Encodes each label that isn't ASCII.
  static func host(_ host: String) -> String {
    guard !host.utf8.allSatisfy({ $0 < 0x80 }) else { return host }
    return host.split(separator: ".", omittingEmptySubsequences: false).map(label)
      .joined(separator: ".")
  }

  private static func label(_ label: Substring) -> String {
    let scalars = Array(label.unicodeScalars)
    let basic = scalars.filter(\.isASCII)
    guard basic.count < scalars.count else { return String(label) }
    // Real names have at most 63 characters; the rest isn't resolved by anybody.
    guard scalars.count <= 63 else { return "xn--" }
    var output = String(String.UnicodeScalarView(basic)) + (basic.isEmpty ? "" : "-")
    var (point, delta, bias, handled) = (UInt32(128), 0, 72, basic.count)
    while handled < scalars.count {
      guard let next = scalars.map(\.value).filter({ $0 >= point }).min() else { break }
      delta += Int(next - point) * (handled + 1)
      point = next
      for scalar in scalars {
        if scalar.value < point { delta += 1 }
        guard scalar.value == point else { continue }
        output += digits(of: delta, bias)
        bias = adapted(delta, handled + 1, isFirst: handled == basic.count)
        delta = 0
        handled += 1
      }
      delta += 1
      point += 1
    }
    return "xn--" + output
  }

  /// Writes a number with digits whose weights depend on the bias.
  private static func digits(of number: Int, _ bias: Int) -> String {
    var (rest, step, result) = (number, 36, "")
    while true {
      let threshold = min(max(step - bias, 1), 26)
      if rest < threshold { return result + digit(rest) }
      result += digit(threshold + (rest - threshold) % (36 - threshold))
      rest = (rest - threshold) / (36 - threshold)
      step += 36
    }
  }

  private static func digit(_ value: Int) -> String {
    String(UnicodeScalar(UInt8(value < 26 ? 97 + value : 22 + value)))
  }

  private static func adapted(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
    var rest = isFirst ? delta / 700 : delta / 2
    rest += rest / count
    var step = 0
    while rest > 455 {
      rest /= 35
      step += 36
    }
    return step + 36 * rest / (rest + 38)
  }
}
