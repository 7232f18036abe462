import Configuration
import JSON

/// The bodies of messages to chats.
///
/// Sources: Slack's "Formatting text for app surfaces", Microsoft's "Create incoming webhooks with
/// Workflows" with Adaptive Cards 1.4, Discord's "Execute Webhook", Mattermost's "Incoming webhooks",
/// and Google Chat's "Format messages".
extension NotificationMessage {
  /// `{"text": …}` in Slack's format.
  var slack: Value {
    let escaped = { (text: String) in
      text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
    return [
      "text": .string(
        text { line in
          guard let url = line.url else {
            return "*\(escaped(line.subject))*: \(escaped(line.text))"
          }
          let address = escaped(url).replacing("|", with: "%7C")
          return "<\(address)|\(escaped(line.subject))>: \(escaped(line.text))"
        } heading: {
          "*\(escaped($0))*"
        }),
      "unfurl_links": false,
    ]
  }

  /// `{"text": …}` in Google Chat's format.
  var googleChat: Value {
    // `<users/all>` would notify everyone; the format has no escapes.
    let inert = { (text: String) in text.replacing("<", with: "<\u{200B}") }
    return [
      "text": .string(
        limited(to: 4_000) { line in
          guard let url = line.url, !url.contains("|"), !url.contains(">") else {
            return "\(inert(line.subject)): \(inert(line.text))"
          }
          return "<\(url)|\(inert(line.subject))>: \(inert(line.text))"
        })
    ]
  }

  /// `{"text": …}` in Markdown.
  var mattermost: Value { ["text": .string(text(Self.markdown) { "**\(inMarkdown($0))**" })] }

  /// `{"content": …}` in Markdown, without notifications of users.
  var discord: Value {
    [
      "content": .string(limited(to: 1_900, Self.markdown)),
      "allowed_mentions": ["parse": []], "flags": 4,
    ]
  }

  /// An adaptive card, as Workflows post it.
  var teams: Value {
    var blocks: [Value] = []
    if facts.count > 1 { blocks.append(Self.block(inMarkdown(heading), isBold: true)) }
    blocks += lines.map { Self.block(Self.markdown($0)) }
    if let rest { blocks.append(Self.block(rest)) }
    return [
      "type": "message",
      "attachments": [
        [
          "contentType": "application/vnd.microsoft.card.adaptive", "contentUrl": .null,
          "content": [
            "$schema": "http://adaptivecards.io/schemas/adaptive-card.json",
            "type": "AdaptiveCard", "version": "1.4", "body": .array(blocks),
            "msteams": ["width": "Full"],
          ],
        ]
      ],
    ]
  }

  private static func block(_ text: String, isBold: Bool = false) -> Value {
    [
      "type": "TextBlock", "wrap": true, "weight": .string(isBold ? "Bolder" : "Default"),
      "text": .string(text),
    ]
  }

  private static func markdown(_ line: Line) -> String {
    guard let url = line.url, !url.contains(where: { "()<>\"".contains($0) }) else {
      return "\(inMarkdown(line.subject)): \(inMarkdown(line.text))"
    }
    return "[\(inMarkdown(line.subject))](\(url)): \(inMarkdown(line.text))"
  }

  /// Joins the lines, below a heading if there are several.
  private func text(
    _ show: (Line) -> String, heading showHeading: (String) -> String = { $0 }
  ) -> String {
    let first = facts.count > 1 ? [showHeading(heading)] : []
    return (first + lines.map(show) + [rest].compactMap(\.self)).joined(separator: "\n")
  }

  /// Joins as many lines as fit, and counts the others.
  private func limited(to length: Int, _ show: (Line) -> String) -> String {
    var shown = facts.count > 1 ? [heading] : []
    var used = shown.reduce(0) { $0 + $1.utf16.count + 1 }
    var count = 0
    for line in lines.map(show) {
      guard used + line.utf16.count + 1 <= length - 20 else { break }
      used += line.utf16.count + 1
      count += 1
      shown.append(line)
    }
    let left = facts.count - count
    return (shown + (left > 0 ? ["and \(left) more"] : [])).joined(separator: "\n")
  }
}

/// Returns a text in which nothing is formatted, linked or mentioned.
private func inMarkdown(_ text: String) -> String {
  var result = ""
  for character in text {
    switch character {
    case "\\", "*", "_", "~", "`", "[", "]", "<", ">", "|", "#", "!": result += "\\\(character)"
    case "@": result += "@\u{200B}"
    default: result.append(character)
    }
  }
  return result
}
