/// HTML that is always escaped.
///
///     element("p", ["class": "state"], [.text(name), " is up to date"])
///
/// Names of elements and attributes are constants of the program; everything else is text.
indirect enum Markup: Sendable {
  case text(String)
  case element(String, attributes: [(String, String)], [Markup])
  case list([Markup])
}

/// Elements without content or end tag (HTML Living Standard, section 13.1.2).
private let voidElements: Set<String> = ["br", "hr", "img", "input", "link", "meta"]

/// Builds an element.
func element(
  _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String> = [:],
  _ children: [Markup] = []
) -> Markup {
  .element(
    "\(name)", attributes: attributes.map { ("\($0.key)", $0.value) }, children)
}

/// Builds a link to a page.
func link(_ text: String, to address: String) -> Markup {
  element("a", ["href": address], [.text(text)])
}

extension Markup: ExpressibleByStringLiteral {
  init(stringLiteral value: String) {
    self = .text(value)
  }
}

extension Markup {
  /// The HTML text.
  var html: String {
    var result = ""
    write(to: &result)
    return result
  }

  private func write(to result: inout String) {
    switch self {
    case .text(let text): result += escapedHTML(text)
    case .list(let children): for child in children { child.write(to: &result) }
    case .element(let name, let attributes, let children):
      result += "<\(name)"
      // An empty class has no meaning, and would be in every cell.
      for (name, value) in attributes where name != "class" || !value.isEmpty {
        result += " \(name)=\"\(escapedHTML(value))\""
      }
      result += ">"
      guard !voidElements.contains(name) else { return }
      for child in children { child.write(to: &result) }
      result += "</\(name)>"
    }
  }
}

/// Escapes a text for content and quoted attributes.
func escapedHTML(_ text: String) -> String {
  var result = ""
  result.reserveCapacity(text.utf8.count)
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "'": result += "&#39;"
    case "\n", "\t": result.unicodeScalars.append(scalar)
    // Control characters and characters that change the direction of text are not allowed.
    case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}":
      result += "\u{FFFD}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}
