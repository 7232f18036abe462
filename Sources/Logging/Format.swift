import Time

/// The format of log lines.
package enum Format: String, CaseIterable, Hashable, Sendable {
  /// For people: time, level, message, fields.
  case text
  /// For machines: one JSON object per line.
  case json

  /// Formats an entry without a newline, with secrets masked.
  package func render(_ entry: Entry, redacting redact: Redaction = Redaction()) -> String {
    switch self {
    case .text: redact(Self.text(entry))
    case .json: Self.json(entry, redact)
    }
  }

  private static func text(_ entry: Entry) -> String {
    let time = entry.time.rfc3339
    let fields = entry.fields.map { " \($0.name)=\(quotedIfNeeded($0.value))" }.joined()
    return "\(time) \(entry.level.rawValue): \(oneLine(entry.message))\(fields)"
  }

  private static func json(_ entry: Entry, _ redact: Redaction) -> String {
    let head = [
      ("time", entry.time.rfc3339), ("level", entry.level.rawValue),
      ("message", redact(entry.message)),
    ]
    let members = head + entry.fields.map { ($0.name, redact($0.value)) }
    return "{" + members.map { "\(quoted($0)):\(quoted($1))" }.joined(separator: ",") + "}"
  }
}

/// Quotes text with control characters, so that untrusted text cannot forge another entry.
private func oneLine(_ text: String) -> String {
  text.unicodeScalars.contains { $0.value < 0x20 } ? quoted(text) : text
}

private func quotedIfNeeded(_ text: String) -> String {
  let plain = text.unicodeScalars.allSatisfy { $0.value > 0x20 && $0 != "\"" && $0 != "=" }
  return plain && !text.isEmpty ? text : quoted(text)
}

extension Unicode.Scalar {
  /// Whether a terminal acts on the character instead of showing it; joiners are needed for emoji.
  fileprivate var isInvisible: Bool {
    if value < 0x7F { return value < 0x20 }
    if value == 0x200C || value == 0x200D { return false }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse: return true
    default: return properties.isNoncharacterCodePoint
    }
  }
}

private func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": result += "\\\""
    case "\\": result += "\\\\"
    case "\n": result += "\\n"
    case "\r": result += "\\r"
    case "\t": result += "\\t"
    case _ where scalar.isInvisible:
      // Characters beyond U+FFFF are two escapes in JSON (RFC 8259, section 7).
      for unit in String(scalar).utf16 {
        let hex = String(unit, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      }
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}
