import Ruby
import Text
import YAML

/// Evaluates the reading of data: `YAML.load_file('versions.yml')['swiftlint']`.
extension PodfileHost {
  /// Parses a file of the repository, or a text; nil for other calls.
  func parse(
    _ call: RubyInvocation, by module: String, _ ruby: RubyInterpreter
  ) throws(RubyStop) -> RubyValue? {
    guard call.positional.count == 1, let argument = call.positional[0].printed,
      !call.positional[0].isUnknown
    else { return nil }
    switch (module, call.name) {
    case ("YAML", "load_file"), ("YAML", "safe_load_file"), ("Psych", "load_file"):
      guard let path = ruby.files.resolve(argument), let text = try ruby.files.text(path) else {
        throw ruby.refusal("reads a file that is not in the repository", call.range)
      }
      return try value(of: text, call, ruby)
    case ("YAML", "load"), ("YAML", "safe_load"), ("JSON", "parse"):
      return try value(of: SourceText(file: "text", argument), call, ruby)
    default: return nil
    }
  }

  /// JSON is read as YAML, which includes it.
  private func value(
    of text: SourceText, _ call: RubyInvocation, _ ruby: RubyInterpreter
  ) throws(RubyStop) -> RubyValue {
    let root: Node?
    do throws(SyntaxError) {
      root = try Document(text).root
    } catch {
      throw ruby.refusal("reads data that can't be parsed: it \(error.message)", call.range)
    }
    guard let root else { return .nil }
    guard let value = value(of: root) else {
      throw ruby.refusal("reads data with a value of an unknown type", call.range)
    }
    return value
  }

  /// Nil if a value has a type that isn't known here.
  private func value(of node: Node) -> RubyValue? {
    if let entries = node.entries {
      var pairs: [RubyPair] = []
      for entry in entries {
        guard let key = value(of: entry.key), let content = value(of: entry.value) else {
          return nil
        }
        pairs.append(RubyPair(key: key, value: content))
      }
      return .table(pairs)
    }
    if let elements = node.elements {
      let values = elements.compactMap { value(of: $0) }
      return values.count == elements.count ? .list(values) : nil
    }
    return node.scalar.flatMap { value(of: $0) }
  }

  /// Psych reads other spellings of numbers, dates, times and symbols in ways that aren't followed.
  private func value(of scalar: Scalar) -> RubyValue? {
    if scalar.isNull { return .nil }
    if let flag = scalar.bool(.ruby) { return .bool(flag) }
    guard scalar.isImplicit else { return .text(scalar.text) }
    if let number = scalar.int { return scalar.text == "\(number)" ? .integer(number) : nil }
    if let number = scalar.double { return scalar.text == "\(number)" ? .float(number) : nil }
    let isOdd = scalar.text.utf8.allSatisfy { "0123456789-+:_. TZ".utf8.contains($0) }
    let isVersion = scalar.text.split(separator: ".", omittingEmptySubsequences: false)
      .allSatisfy { Int($0) != nil }
    return scalar.text.hasPrefix(":") || (isOdd && !isVersion) ? nil : .text(scalar.text)
  }
}
