package import Text
import YAML

/// An element of a repository's `notifications`: which of the operator's channels gets what.
///
///     notifications:
///       - {to: web-team, events: [red, merged]}
///
/// A repository can choose a channel, and never an address: those are secrets of the operator.
package struct ChannelChoice: Hashable, Sendable {
  /// The name of an entry of `notifications` in the operator's file that has `opt-in: true`.
  package var to = ""
  /// The events; all by default.
  package var events = NotificationEvent.allCases
  /// Advisories below it are left out.
  package var severity = NotificationSeverity.low
  /// In the repository's file.
  package var location = Location(file: "", line: 1, column: 1)

  /// Creates a choice of no channel.
  package init() {}
}

extension ChannelChoice {
  /// The choice in one word, for the state: `web-team:red,merged:low`.
  package var text: String {
    "\(to):\(events.map(\.rawValue).joined(separator: ",")):\(severity.rawValue)"
  }

  /// Parses the choices of a repository from the state, separated by spaces.
  package static func all(in text: String) -> [ChannelChoice] {
    text.split(separator: " ").compactMap { word in
      let parts = word.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 3,
        let severity = NotificationSeverity(rawValue: String(parts[2]))
      else { return nil }
      var choice = ChannelChoice()
      choice.to = String(parts[0])
      choice.events = parts[1].split(separator: ",").compactMap {
        NotificationEvent(rawValue: String($0))
      }
      choice.severity = severity
      return choice
    }
  }
}

extension Shape where Value == ChannelChoice {
  static var channelChoice: Shape {
    section(
      ChannelChoice(),
      [
        Key("to", \.to, .notificationName, required: true),
        Key("events", \.events, .list(of: .word)),
        Key("severity", \.severity, .word),
      ]
    ).checked { _, node, decoding in
      for key in ["url", "kind", "secret", "password"] {
        guard let value = node[key] else { continue }
        decoding.error(
          "'\(key)' belongs to the operator's file, which has the addresses: name one of its "
            + "entries with 'to'", at: value)
      }
      if let events = node["events"], events.elements?.isEmpty == true {
        decoding.error("expected at least one event", at: events)
      }
    }.located
  }
}

extension Shape where Value == ChannelChoice {
  /// The same, with its location.
  fileprivate var located: Shape {
    Shape(type: type) { node, decoding in
      var choice = decode(node, &decoding)
      choice?.location = node.location
      return choice
    }
  }
}
