package import Configuration
package import HTTP
import JSON
import Logging
import Store
import Time

/// Sends messages to their targets.
package struct NotificationSender: Sendable {
  /// The result of an attempt.
  enum Outcome: Hashable, Sendable {
    /// The target has accepted the message.
    case delivered
    /// The reason, without the address, and the pause that the target asks for.
    case failed(String, pause: Duration?)
  }

  /// The time that an attempt can take.
  static let limit = Duration.seconds(60)

  private let client: Client
  private let submit: @Sendable (NotificationSettings, Mail) async throws(HTTPError) -> Void

  /// Creates a sender.
  ///
  /// - Parameters:
  ///   - client: sends each request once, and follows no redirects.
  ///   - submit: passes a mail to the server of an entry.
  package init(
    client: Client,
    submit: @escaping @Sendable (NotificationSettings, Mail) async throws(HTTPError) -> Void
  ) {
    self.client = client
    self.submit = submit
  }

  /// Sends a message once.
  func send(
    _ message: ClaimedMessage, to target: NotificationTarget, _ links: ForgeLinks, now: Timestamp
  ) async -> Outcome {
    let text = NotificationMessage(message, links)
    let settings = target.settings
    do throws(HTTPError) {
      if settings.kind == .mail {
        try await submit(settings, text.mail(settings.mail, now: now))
        return .delivered
      }
      let body = Array(text.body(of: settings.kind, links, now: now).text(.compact).utf8)
      let headers =
        settings.kind == .webhook
        ? NotificationSignature.headers(body, id: message.id, now: now, secret: settings.secret)
        : ["Content-Type": "application/json"]
      let response = try await client.send(
        Request(
          .post, settings.url.reveal(), headers: headers, body: body, deadline: .seconds(20),
          bodyLimit: 1 << 20))
      return Outcome(response)
    } catch {
      return .failed(error.outage ?? error.code.reason, pause: error.code.pause)
    }
  }
}

extension NotificationMessage {
  /// The body for a kind; mail has none.
  func body(
    of kind: NotificationSettings.Kind, _ links: ForgeLinks, now: Timestamp
  ) -> JSON.Value {
    switch kind {
    case .slack: slack
    case .teams: teams
    case .discord: discord
    case .mattermost: mattermost
    case .googleChat: googleChat
    case .webhook, .mail: document(links, now: now)
    }
  }
}

extension NotificationSender.Outcome {
  /// The longest pause that is granted.
  private static let longestPause = 6 * 3_600

  fileprivate init(_ response: Response) {
    guard !(200..<300).contains(response.status) else {
      self = .delivered
      return
    }
    let seconds = response.headers["Retry-After"].flatMap { Int($0) }
    self = .failed(
      "status \(response.status)",
      pause: seconds.map { .seconds(min(max($0, 0), Self.longestPause)) })
  }
}

extension HTTPError.Code {
  /// A reason for codes without an outage.
  fileprivate var reason: String {
    switch self {
    case .invalidURL: "its address is invalid"
    case .forbiddenAddress: "its address is private"
    case .rateLimited: "it accepts no requests for a while"
    case .cancelled: "the service ended"
    default: "its response is invalid"
    }
  }

  fileprivate var pause: Duration? {
    if case .rateLimited(let seconds) = self { .seconds(seconds) } else { nil }
  }
}
