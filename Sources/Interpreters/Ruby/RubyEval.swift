import Text

/// Evaluates `eval` and `instance_eval` of the text of a whole file of the repository.
///
///     eval File.read("Gemfile.shared"), binding
///     instance_eval File.read(path), path
///
/// All other texts are refused, because what they declare has no place in a file.
extension RubyInterpreter {
  func evaluateText(_ call: RubyInvocation) throws(RubyStop) -> RubyValue? {
    guard call.block == nil, call.options.isEmpty, let first = call.positional.first else {
      return nil
    }
    guard let text = first.string?.text, !first.isUnknown else {
      throw refusal("evaluates a text that is not known", call.range)
    }
    var others = call.positional.dropFirst()
    if call.name == "eval", let binding = others.popFirst() {
      guard binding.isNil || binding.isBinding else {
        throw refusal("evaluates a text in another place", call.range)
      }
    }
    let name = others.popFirst().flatMap { $0.isNil ? nil : $0 }
    guard others.count <= 1 else { throw refusal("evaluates a text in another way", call.range) }
    let file = try file(holding: text, named: name, call.range)
    try charge(text.utf8.count, call.range)
    return try evaluate(file, isNamed: name != nil)
  }

  /// Finds the file whose whole text is evaluated.
  private func file(
    holding text: String, named name: RubyValue?, _ range: Range<Int>
  ) throws(RubyStop) -> SourceText {
    var found = files.texts.values.compactMap(\.self).filter { $0.string == text }
    if let name {
      let path = name.isUnknown ? nil : name.printed.flatMap { files.resolve($0) }
      found.removeAll { $0.file != path }
    }
    guard let file = found.first, found.count == 1 else {
      throw refusal("evaluates a text that is not one file of the repository", range)
    }
    return file
  }

  /// Evaluates a file with the variables of the place that evaluates it.
  private func evaluate(_ file: SourceText, isNamed: Bool) throws(RubyStop) -> RubyValue {
    let outer = (source, scope)
    (source, scope) = (file, RubyScope(parent: scope))
    defer { (source, scope) = outer }
    if !isNamed { nameless.insert(file.file) }
    return try evaluate(try RubyParser.parse(file))
  }

  /// Refuses `__FILE__` and the like in a text that was evaluated without the name of its file:
  /// Ruby answers them differently from version to version.
  func requireName(_ call: RubyInvocation) throws(RubyStop) {
    guard nameless.contains(source.file) else { return }
    throw refusal("uses `\(call.name)` in a text that is evaluated without a name", call.range)
  }
}

extension RubyValue {
  /// The result of the function `binding`.
  static var binding: RubyValue { .object("binding") }

  fileprivate var isBinding: Bool {
    if case .object("binding") = self { true } else { false }
  }
}
