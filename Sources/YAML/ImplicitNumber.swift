/// Texts that YAML reads as numbers.
package enum ImplicitNumber {
  /// Whether a plain scalar is a number that isn't written the same way: `1.10`, `017`, `1e3`.
  ///
  /// A reader that converts it, such as Helm, gets another text than the file has.
  package static func losesDigits(_ node: Node) -> Bool {
    node.scalar?.style == .plain && losesDigits(node.scalar?.text ?? "")
  }

  /// Whether a text would lose digits as a plain scalar.
  package static func losesDigits(_ text: String) -> Bool {
    guard let number = Double(text) else { return false }
    return Int(text).map { "\($0)" != text } ?? ("\(number)" != text)
  }
}
