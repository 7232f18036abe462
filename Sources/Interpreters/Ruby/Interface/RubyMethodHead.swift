import Impact
import Text

/// The head of a method: `def self.name(parameters)`.
struct RubyMethodHead {
  /// The word before the dot, such as `self`.
  var receiver: String?
  var name = ""
  var parameters: [Declaration.Parameter] = []
  /// The names of the parameters, which are local variables.
  var locals: Set<String> = []
  /// The index behind the parameters.
  var end: Int
  /// Whether the body is an expression behind `=`, without `end`.
  var isEndless = false

  /// Reads the tokens behind `def`.
  init(_ code: RubyCode, at def: Int) {
    end = def + 1
    readName(code)
    var open = end
    if code.isOperation("(", at: end) {
      let close = code.closing(end)
      open = end + 1
      end = close + 1
      readParameters(code, open..<max(open, close))
    } else if !code.isOperation("=", at: end) {
      while code.kind(end) != .newline, code.kind(end) != .end { end += 1 }
      readParameters(code, open..<end)
    }
    isEndless = code.isOperation("=", at: end)
  }

  private mutating func readName(_ code: RubyCode) {
    if code.isOperation(".", at: end + 1), let word = code.kind(end).word {
      receiver = word
      end += 2
    } else if case .variable = code.kind(end), code.isOperation(".", at: end + 1) {
      receiver = "object"
      end += 2
    }
    guard let word = code.kind(end).word else { return }
    name = word
    end += 1
    if word == "[" {
      name = "[]"
      end += 1
    }
    if ["+", "-", "!", "~"].contains(word), code.isOperation("@", at: end) {
      name += "@"
      end += 1
    }
    let isName = word == "[" || word.utf8.last.map { $0 == 0x5F || $0.isWordByte } == true
    if isName, code.isOperation("=", at: end), !code.tokens[end].hasSpaceBefore {
      name += "="
      end += 1
    }
  }

  private mutating func readParameters(_ code: RubyCode, _ range: Range<Int>) {
    for part in code.split(range) {
      var index = part.lowerBound
      while code.kind(index) == .newline, index < part.upperBound { index += 1 }
      guard index < part.upperBound else { continue }
      for case .identifier(let name) in part.map(code.kind) { locals.insert(name) }
      switch code.kind(index) {
      case .operation("&"): continue
      case .operation("*"): add(isVariadic: true)
      case .operation("**"): add(isVariadic: true, isKeyword: true)
      case .operation("..."):
        add(isVariadic: true)
        add(isVariadic: true, isKeyword: true)
      case .label(let name):
        locals.insert(name)
        add(name, isOptional: index + 1 < part.upperBound, isKeyword: true)
      default: add(isOptional: code.isOperation("=", at: index + 1))
      }
    }
  }

  private mutating func add(
    _ label: String = "_", isOptional: Bool = false, isVariadic: Bool = false,
    isKeyword: Bool = false
  ) {
    var parameter = Declaration.Parameter(label: label, isOptional: isOptional)
    parameter.isVariadic = isVariadic
    parameter.isKeyword = isKeyword
    parameters.append(parameter)
  }
}

extension UInt8 {
  /// Whether it can end a name in front of `=`.
  fileprivate var isWordByte: Bool { isASCIIAlphanumeric || self >= 0x80 }
}
