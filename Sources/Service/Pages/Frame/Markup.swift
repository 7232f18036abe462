import Languages

/// HTML that is always escaped.
///
///     element("p", ["class": "state"], [.text(name), " is up to date"])
///
/// Names of elements and attributes are constants of the program; everything else is text. Literals are
/// labels, which are translated; values of the state are texts, which aren't, or sentences.
indirect enum Markup: Sendable {
  case text(String)
  case label(Message)
  /// A reason that is put together in English.
  case sentence(String)
  case element(String, attributes: [(String, String)], named: Message?, [Markup])
  case list([Markup])
}

/// Elements without content or end tag (HTML Living Standard, section 13.1.2).
private let voidElements: Set<String> = ["br", "hr", "img", "input", "link", "meta"]

/// Builds an element; its name is for screen readers.
func element(
  _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String> = [:],
  named label: Message? = nil, _ children: [Markup] = []
) -> Markup {
  .element(
    "\(name)", attributes: attributes.map { ("\($0.key)", $0.value) }, named: label, children)
}

/// Builds a link to a page, by a name of the state.
func link(_ text: String, to address: String) -> Markup {
  link(.text(text), to: address)
}

/// Builds a link to a page.
func link(_ content: Markup, to address: String) -> Markup {
  element("a", ["href": address], [content])
}

extension Markup: ExpressibleByStringInterpolation {
  init(stringLiteral value: String) { self = .label(Message(stringLiteral: value)) }

  init(stringInterpolation: Message.StringInterpolation) {
    self = .label(Message(stringInterpolation: stringInterpolation))
  }
}

extension Markup {
  /// The HTML text in English.
  var html: String { html(in: .english) }

  /// The HTML text.
  func html(in language: Language) -> String {
    var result = ""
    write(to: &result, language)
    return result
  }

  /// The labels, in the order of the text.
  var labels: [Message] {
    switch self {
    case .text, .sentence: []
    case .label(let message): [message]
    case .list(let children): children.flatMap(\.labels)
    case .element(_, _, let name, let children):
      [name].compactMap(\.self) + children.flatMap(\.labels)
    }
  }

  private func write(to result: inout String, _ language: Language) {
    switch self {
    case .text(let text): result += escapedHTML(text)
    case .label(let message): result += escapedHTML(language.label(message))
    case .sentence(let text): result += escapedHTML(language.translated(text))
    case .list(let children): for child in children { child.write(to: &result, language) }
    case .element(let name, let attributes, let label, let children):
      result += "<\(name)"
      // An empty class has no meaning, and would be in every cell.
      for (name, value) in attributes where name != "class" || !value.isEmpty {
        result += " \(name)=\"\(escapedHTML(value))\""
      }
      if let label { result += " aria-label=\"\(escapedHTML(language.label(label)))\"" }
      result += ">"
      guard !voidElements.contains(name) else { return }
      for child in children { child.write(to: &result, language) }
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
