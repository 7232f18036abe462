import Text
import YAML

/// Parses data of the repository: `JSON.parse(File.read("package.json"))["version"]`.
extension RubyInterpreter {
  /// Evaluates a function of `JSON`, `YAML` or `Psych`; nil for other functions and arguments.
  func data(_ call: RubyInvocation, _ module: String) throws(RubyStop) -> RubyValue? {
    guard call.positional.count == 1, !call.positional[0].isUnknown,
      let argument = call.positional[0].printed, let keys = Self.keys(call.options)
    else { return nil }
    switch (module, call.name) {
    case (_, "load_file"), ("YAML", "safe_load_file"), ("Psych", "safe_load_file"),
      ("YAML", "unsafe_load_file"), ("Psych", "unsafe_load_file"):
      guard let path = files.resolve(argument), let text = try files.text(path) else {
        throw refusal("reads a file that is not in the repository", call.range)
      }
      return try value(of: text, keys, call, isJSON: module == "JSON")
    case ("JSON", "parse"), ("JSON", "parse!"), ("JSON", "load"), ("YAML", "load"),
      ("YAML", "safe_load"), ("YAML", "unsafe_load"), ("Psych", "load"), ("Psych", "safe_load"):
      guard call.positional[0].string != nil else { return nil }
      return try value(
        of: SourceText(file: "text", argument), keys, call, isJSON: module == "JSON")
    default: return nil
    }
  }

  /// The options that don't change the values read here.
  private static let harmless: Set = ["aliases", "permitted_classes", "filename", "freeze"]

  /// Returns how the keys of mappings are created; nil for options that aren't known.
  private static func keys(_ options: [RubyPair]) -> ((String) -> RubyValue)? {
    var areSymbols = false
    for option in options {
      guard let name = option.key.name, !option.value.isUnknown else { return nil }
      if name == "symbolize_names" {
        areSymbols = option.value.isTruthy
      } else if !harmless.contains(name) {
        return nil
      }
    }
    return areSymbols ? { .symbol($0) } : { .text($0) }
  }

  private func value(
    of text: SourceText, _ keys: (String) -> RubyValue, _ call: RubyInvocation, isJSON: Bool
  ) throws(RubyStop) -> RubyValue {
    if isJSON {
      try reserve(text: text.bytes.count, elements: text.bytes.count / 2, call.range)
      guard let value = RubyJSON.value(of: text, keys) else {
        throw refusal("reads JSON that can't be parsed", call.range)
      }
      return value
    }
    // Whether aliases are an error differs between versions of Psych.
    let hasAliases = "&*".utf8.allSatisfy(text.bytes.contains)
    guard !hasAliases || call["aliases"]?.isTruthy == true || call.name.hasPrefix("unsafe") else {
      throw refusal("reads YAML with aliases", call.range)
    }
    let root: Node?
    do throws(SyntaxError) {
      root = try Document(text).root
    } catch {
      throw refusal("reads data that can't be parsed: it \(error.message)", call.range)
    }
    guard let root else { return .nil }
    try reserve(text: text.bytes.count, elements: root.size, call.range)
    guard let value = Self.value(of: root, keys) else {
      throw refusal("reads data with a value of an unknown type", call.range)
    }
    return value
  }

  /// Nil if a value has a type that isn't known here.
  private static func value(of node: Node, _ keys: (String) -> RubyValue) -> RubyValue? {
    if let entries = node.entries {
      var pairs: [RubyPair] = []
      for entry in entries {
        guard var key = entry.key.scalar.flatMap({ value(of: $0) }),
          let content = value(of: entry.value, keys)
        else { return nil }
        if let name = key.string?.text { key = keys(name) }
        pairs.append(RubyPair(key: key, value: content))
      }
      return .table(pairs)
    }
    if let elements = node.elements {
      let values = elements.compactMap { value(of: $0, keys) }
      return values.count == elements.count ? .list(values) : nil
    }
    return node.scalar.flatMap { value(of: $0) }
  }

  /// Psych reads other spellings of numbers, dates, times and symbols in ways that aren't followed.
  private static func value(of scalar: Scalar) -> RubyValue? {
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
