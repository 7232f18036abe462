import Configuration
import Crypto
import HTTP
import Time

extension NotificationMessage {
  /// The mail about the message, in UTF-8 and plain text (RFC 5322, 2047, 2045).
  ///
  /// - Parameters:
  ///   - settings: the sender and the recipients.
  ///   - now: the time of this attempt.
  /// - Returns: a mail whose `Message-ID` is the same for every attempt.
  func mail(_ settings: MailSettings, now: Timestamp) -> Mail {
    let domain = settings.from.split(separator: "@").last ?? "localhost"
    let head = [
      "Date: \(now.mailDate)", "From: martlet <\(settings.from)>",
      "To: \(settings.to.joined(separator: ",\r\n "))",
      "Subject: \(Self.encodedWords(heading))", "Message-ID: <\(id)@\(domain)>",
      "Auto-Submitted: auto-generated", "MIME-Version: 1.0",
      "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64",
    ]
    let text = lines.map { line in
      "\(line.subject): \(line.text)\n" + (line.url.map { "\($0)\n" } ?? "")
    }
    let body = (text + [rest.map { "\($0)\n" }].compactMap(\.self)).joined(separator: "\n")
    return Mail(
      from: settings.from, to: settings.to,
      text: head.joined(separator: "\r\n") + "\r\n\r\n" + Self.wrapped(Array(body.utf8)))
  }

  /// Base64 in lines of 76 characters.
  private static func wrapped(_ bytes: [UInt8]) -> String {
    stride(from: 0, to: bytes.count, by: 57).map { start in
      Base64.encode(Array(bytes[start..<min(start + 57, bytes.count)])) + "\r\n"
    }.joined()
  }

  /// The text as encoded words of at most 75 characters, each with whole characters.
  private static func encodedWords(_ text: String) -> String {
    var words: [[UInt8]] = [[]]
    for scalar in text.prefix(120).unicodeScalars {
      let bytes = Array(String(scalar).utf8)
      if (words.last?.count ?? 0) + bytes.count > 45 { words.append([]) }
      words[words.count - 1] += bytes
    }
    return words.map { "=?utf-8?B?\(Base64.encode($0))?=" }.joined(separator: "\r\n ")
  }
}

extension Timestamp {
  /// The format of RFC 5322: `Tue, 14 Nov 2023 22:13:20 +0000`.
  fileprivate var mailDate: String {
    let day = CivilDay(number: Int(seconds.floorDivided(by: 86_400)))
    let (year, month, dayOfMonth) = day.date
    let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let time = seconds - seconds.floorDivided(by: 86_400) * 86_400
    let clock = [time / 3_600, time / 60 % 60, time % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return "\(weekdays[day.weekday]), \(dayOfMonth) \(months[month - 1]) \(year) "
      + "\(clock.joined(separator: ":")) +0000"
  }
}
