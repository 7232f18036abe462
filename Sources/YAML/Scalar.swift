/// A value that is one text, and how it is written, which decides what it means.
package struct Scalar: Hashable, Sendable {
  /// How the text stands in the file.
  package enum Style: Hashable, Sendable {
    case plain, singleQuoted, doubleQuoted, literal, folded
  }

  /// Which words mean what.
  package enum Schema: Hashable, Sendable {
    /// YAML 1.2's core schema.
    case core
    /// YAML 1.1 as Ruby's Psych reads it, hence Dependabot: `yes`, `no`, `on` and `off` are truth
    /// values too.
    case ruby
  }

  /// With escapes, quotes and folding resolved.
  package var text: String
  /// Quoting tells `"1.0"`, a text, from `1.0`, a number; block styles are texts always.
  package var style: Style
  /// Whether its form decides what it is; a quoted text, or one with the tag `!!str`, is a string.
  package var isImplicit: Bool

  init(text: String, style: Style) {
    self.text = text
    self.style = style
    isImplicit = style == .plain
  }

  /// Whether it is one of the words for nothing: `null`, `~` or no text at all.
  package var isNull: Bool {
    isImplicit && ["", "~", "null", "Null", "NULL"].contains(text)
  }

  /// Reads a truth value, by the words of a schema.
  package func bool(_ schema: Schema = .core) -> Bool? {
    guard isImplicit else { return nil }
    switch text {
    case "true", "True", "TRUE": return true
    case "false", "False", "FALSE": return false
    case "yes", "Yes", "YES", "on", "On", "ON": return schema == .ruby ? true : nil
    case "no", "No", "NO", "off", "Off", "OFF": return schema == .ruby ? false : nil
    default: return nil
    }
  }

  /// Reads an integer in the core schema's spellings: `12`, `-3`, `0o17`, `0x1F`.
  ///
  /// Psych also takes `1_000`, `017` as octal and `5:30` as sexagesimal. Here the first is text,
  /// the second decimal and the third text, which is what people mean by a time of day.
  package var int: Int? {
    guard isImplicit else { return nil }
    if text.hasPrefix("0o") { return unsigned(radix: 8) }
    if text.hasPrefix("0x") { return unsigned(radix: 16) }
    return Int(text)
  }

  /// Reads a decimal number.
  package var double: Double? {
    guard isImplicit, text.utf8.contains(where: { (0x30...0x39).contains($0) }),
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) })
    else { return nil }
    return Double(text)
  }

  private func unsigned(radix: Int) -> Int? {
    let digits = text.dropFirst(2)
    return digits.first == "+" || digits.first == "-" ? nil : Int(digits, radix: radix)
  }
}
