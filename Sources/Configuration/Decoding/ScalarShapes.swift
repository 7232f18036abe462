import Logging
import YAML

extension Shape {
  /// A text that `parse` accepts; `what` completes "expected …".
  static func parsed(
    _ what: String, as form: TextForm? = nil, _ parse: @escaping (String) -> Value?
  ) -> Shape {
    Shape(type: form.map { .form($0) } ?? .string) { node, decoding in
      guard let text = decoding.scalar(node, expecting: what), !text.isOpen else { return nil }
      guard let value = parse(text.text) else {
        decoding.expected(what, node)
        return nil
      }
      return value
    }
  }
}

extension Shape where Value == String {
  /// A text that isn't empty.
  static var string: Shape { string("text") }

  /// A text that isn't empty; `what` completes "expected …".
  static func string(_ what: String) -> Shape {
    Shape(type: .string) { node, decoding in
      guard let text = decoding.scalar(node, expecting: what) else { return nil }
      if text.text.isEmpty { decoding.expected(what, node) }
      return text.text
    }
  }

  /// An absolute HTTP URL without a user; findings don't show it.
  static var url: Shape { address("a URL such as https://registry.example/", as: .url, isURL) }

  /// An HTTP URL, or a folder on this machine.
  static var urlOrFolder: Shape {
    address("a URL such as https://registry.example/ or file:///folder/", as: .location) { text in
      isURL(text) || text.hasPrefix("file:///") && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    }
  }

  private static func address(
    _ what: String, as form: TextForm, _ isAddress: @escaping @Sendable (String) -> Bool
  ) -> Shape {
    Shape(type: .form(form)) { node, decoding in
      guard let text = decoding.scalar(node, expecting: what, hidden: true) else { return nil }
      if text.isOpen { return text.text }
      guard isAddress(text.text) else {
        decoding.expected(what, node, hidden: true)
        return nil
      }
      if authority(text.text).contains("@") {
        decoding.error("a URL with a user in it; say token, or username and password", at: node)
      }
      return text.text
    }
  }
}

extension Shape where Value == Secret {
  /// A secret that a server generated; a text that looks like a shell variable is an error.
  static var token: Shape {
    Shape(type: .string) { node, decoding in
      if let scalar = node.scalar, let name = variable(in: scalar.text), decoding.hasPlaceholders {
        decoding.error(
          "looks like a variable, which nothing expands here; write \"${env:\(name)}\"", at: node)
      }
      return secret.decode(node, &decoding)
    }
  }

  /// A secret, which findings don't show.
  static var secret: Shape {
    Shape(type: .string) { node, decoding in
      guard let text = decoding.scalar(node, expecting: "a secret", hidden: true) else {
        return nil
      }
      if text.text.isEmpty { decoding.error("an empty secret", at: node) }
      let changing = node.scalar.flatMap { ChangingText($0.text, now: text, decoding.placeholders) }
      return changing.map { text in Secret(reading: { text.current }) } ?? Secret(text.text)
    }
  }
}

extension Shape where Value == Bool {
  static var bool: Shape {
    Shape(type: .boolean) { node, decoding in
      guard var scalar = node.scalar,
        let text = decoding.scalar(node, expecting: "true or false"), !text.isOpen
      else {
        if node.scalar == nil { decoding.expected("true or false", node) }
        return nil
      }
      scalar.text = text.text
      if let bool = scalar.bool(decoding.schema) { return bool }
      decoding.expected("true or false", node)
      return nil
    }
  }
}

extension Shape where Value == Int {
  /// An integer inside a range.
  static func integer(_ range: ClosedRange<Int>) -> Shape {
    let upper = range.upperBound == .max ? "on" : "to \(range.upperBound)"
    let integer = Shape.parsed("a number from \(range.lowerBound) \(upper)") { text in
      Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
    return Shape(type: .integer(range), decode: integer.decode)
  }
}

extension Shape where Value: CaseIterable & RawRepresentable<String> {
  /// One of the words of an enumeration.
  static var word: Shape {
    word(Dictionary(Value.allCases.map { ($0.rawValue, $0) }) { first, _ in first })
  }
}

extension Shape {
  /// One of these words.
  static func word(_ words: [String: Value]) -> Shape {
    let names = words.keys.sorted()
    return Shape(type: .words(names)) { node, decoding in
      let what = names.count == 1 ? "'\(names[0])'" : "one of \(names.joined(separator: ", "))"
      guard let text = decoding.scalar(node, expecting: what), !text.isOpen else { return nil }
      if let value = words[text.text] { return value }
      let hint = nearest(to: node.scalar?.text ?? "", among: names)
      decoding.expected(what + (hint.map { " (did you mean '\($0)'?)" } ?? ""), node)
      return nil
    }
  }
}

/// Returns the name of a shell variable, written as `$NAME`, `$(NAME)` or `%NAME%`; nil for other
/// texts.
private func variable(in text: String) -> String? {
  let forms = [("$(", ")"), ("$", ""), ("%", "%")]
  for (start, end) in forms where text.hasPrefix(start) && text.hasSuffix(end) {
    let name = text.dropFirst(start.count).dropLast(end.count)
    let isName =
      name.first.map { $0.isLetter || $0 == "_" } ?? false
      && name.utf8.allSatisfy { byte in
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
          || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "_")
      }
    if isName { return String(name) }
  }
  return nil
}

/// Whether a text is an HTTP URL with a host and without spaces.
private func isURL(_ text: String) -> Bool {
  guard text.hasPrefix("https://") || text.hasPrefix("http://"), text.utf8.count <= 2048 else {
    return false
  }
  return !authority(text).isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
}

/// The part of a URL that names user, host and port.
private func authority(_ url: String) -> Substring {
  guard let scheme = url.firstRange(of: "://") else { return "" }
  return url[scheme.upperBound...].prefix { !"/?#".contains($0) }
}
