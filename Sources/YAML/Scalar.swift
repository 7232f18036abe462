/// A scalar value and its style, which determines its type.
package struct Scalar: Hashable, Sendable {
  /// The style of the text in the file.
  package enum Style: Hashable, Sendable {
    case plain, singleQuoted, doubleQuoted, literal, folded
  }

  /// The schema that determines the type of plain scalars.
  package enum Schema: Hashable, Sendable {
    /// YAML 1.2's core schema.
    case core
    /// YAML 1.1 as parsed by Ruby's Psych and therefore by Dependabot: `yes`, `no`, `on` and `off`
    /// are booleans too.
    case ruby
  }

  /// The text with escapes, quotes and folding resolved.
  package var text: String
  /// The style.
  ///
  /// It distinguishes `"1.0"`, a string, from `1.0`, a number. Block styles are strings.
  package var style: Style
  /// Whether the text determines the type.
  ///
  /// A quoted scalar, or one with the tag `!!str`, is a string.
  package var isImplicit: Bool

  init(text: String, style: Style) {
    self.text = text
    self.style = style
    isImplicit = style == .plain
  }

  /// Creates a scalar without quotes and tags, for readers of a part of YAML.
  package init(plain text: String) {
    self.init(text: text, style: .plain)
  }

  /// Whether the scalar is null: `null`, `~` or empty.
  package var isNull: Bool {
    isImplicit && ["", "~", "null", "Null", "NULL"].contains(text)
  }

  /// Parses a boolean according to a schema.
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

  /// The integer in the core schema's syntax: `12`, `-3`, `0o17`, `0x1F`.
  ///
  /// Psych also accepts `1_000`, `017` as octal and `5:30` as sexagesimal. Here the first is a
  /// string, the second is decimal and the third is a string, as expected for a time of day.
  package var int: Int? {
    guard isImplicit else { return nil }
    if text.hasPrefix("0o") { return unsigned(radix: 8) }
    if text.hasPrefix("0x") { return unsigned(radix: 16) }
    return Int(text)
  }

  /// The decimal number; nil for other scalars.
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
