/// The response of `git-receive-pack`: its report, and the messages that its hooks wrote.
///
/// With the capability `side-band-64k` the first byte of each packet is a channel: 1 for the report,
/// which consists of packets itself, 2 for messages, 3 for a fatal error. A server without the
/// capability sends the report alone.
///
/// Source: gitprotocol-pack, "Packfile Data" and "Report Status".
struct Sideband: Hashable, Sendable {
  /// The packets of the report.
  let report: [Packet]
  /// The messages in one line, without control characters; may be empty.
  let message: String

  /// Parses the body of a response.
  init(_ body: [UInt8], subject: String) throws(GitError) {
    let packets = try Packet.parse(body, subject: subject)
    guard case .data(let first)? = packets.first, first.first.map({ 1...3 ~= $0 }) == true else {
      (report, message) = (packets, "")
      return
    }
    var (inner, messages): ([UInt8], [UInt8]) = ([], [])
    for case .data(let bytes) in packets {
      if bytes.first == 1 { inner += bytes.dropFirst() } else { messages += bytes.dropFirst() }
    }
    report = try Packet.parse(inner, subject: subject)
    message = Self.line(String(decoding: messages, as: UTF8.self))
  }

  /// Joins lines, without git's own line about the hook, and without those that only decorate: GitLab
  /// frames its messages with `=====`.
  private static func line(_ text: String) -> String {
    let visible = String.UnicodeScalarView(
      text.unicodeScalars.map { $0.properties.generalCategory == .control ? "\n" : $0 })
    return String(visible).split(separator: "\n")
      .map { $0.drop { $0 == " " } }
      .filter { line in
        line.contains { $0.isLetter || $0.isNumber } && !line.hasPrefix("error: hook declined")
      }
      .joined(separator: " ")
  }
}
