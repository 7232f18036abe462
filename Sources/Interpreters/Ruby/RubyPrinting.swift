import Gems
import Text

/// Converts values to text.
extension RubyValue {
  /// The result of `to_s` and interpolation; nil for values whose text isn't known here.
  package var printed: String? {
    switch assumed {
    case .nil: ""
    case .bool, .integer, .float, .array, .hash: inspected
    case .string(let cell): cell.content.text
    case .symbol(let name), .module(let name), .path(let name): name
    case .version(let version): version.text
    case .requirement(let requirement): requirement.description
    case .regex(let regex): regex.embedded
    default: nil
    }
  }

  /// The result of `inspect` up to Ruby 3.3; nil for values whose text isn't known here.
  var inspected: String? {
    switch assumed {
    case .nil: "nil"
    case .bool(let value): String(value)
    case .integer(let value): String(value)
    // Ruby writes very large and very small numbers with an exponent.
    case .float(let value):
      value == 0 || (1e-4..<1e15).contains(value.magnitude) ? String(value) : nil
    case .string(let cell): Self.quoted(cell.content.text)
    case .symbol(let name): Self.isPlainSymbol(name) ? ":" + name : nil
    case .array(let cell) where cell.isMatch: nil
    case .array(let cell): Self.list(cell.content.map(\.inspected)).map { "[\($0)]" }
    case .hash(let cell): Self.list(cell.content.map(\.inspected)).map { "{\($0)}" }
    case .module(let name): name
    case .regex(let regex): regex.written
    default: nil
    }
  }

  private static func list(_ parts: [String?]) -> String? {
    let known = parts.compactMap(\.self)
    return known.count == parts.count ? known.joined(separator: ", ") : nil
  }

  /// A text in quotes; nil if it has characters whose escape depends on the terminal.
  private static func quoted(_ text: String) -> String? {
    var result = "\""
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      case "\u{1b}": result += "\\e"
      case "#":
        let next = index + 1 < scalars.count ? scalars[index + 1] : " "
        result += "{$@".unicodeScalars.contains(next) ? "\\#" : "#"
      case " "..."~": result.unicodeScalars.append(scalar)
      default: return nil
      }
    }
    return result + "\""
  }

  fileprivate static func isPlainSymbol(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    guard let first = bytes.first, !first.isASCIIDigit else { return false }
    let isWord = { (byte: UInt8) in byte.isASCIIAlphanumeric || byte == UInt8(ascii: "_") }
    return bytes.dropLast().allSatisfy(isWord)
      && bytes.last.map { isWord($0) || "?!=".utf8.contains($0) } == true
  }
}

extension RubyPair {
  /// `:key=>value`.
  fileprivate var inspected: String? {
    guard let key = key.inspected, let value = value.inspected else { return nil }
    return key + "=>" + value
  }
}
