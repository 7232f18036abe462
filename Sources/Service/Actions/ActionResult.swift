import HTTPServer
import Languages

/// What an action has done, for the program or the page that asked for it.
enum ActionResult: String, CaseIterable, Hashable, Sendable {
  case visit, retry
  case paused
  case pausedBefore = "paused-before"
  case resumed
  case notPaused = "not-paused"
  case fleetPaused = "fleet-paused"
  case fleetPausedBefore = "fleet-paused-before"
  case fleetResumed = "fleet-resumed"
  case fleetNotPaused = "fleet-not-paused"
  case rebuild, unignored, preview

  /// A sentence without a full stop.
  var message: LabelText {
    switch self {
    case .visit: LabelText("a visit is due now")
    case .retry: LabelText("a visit is due now, and earlier failures are forgotten")
    case .paused: LabelText("the repository is paused")
    case .pausedBefore: LabelText("the repository was paused before")
    case .resumed: LabelText("the repository is visited again")
    case .notPaused: LabelText("the repository was not paused")
    case .fleetPaused: LabelText("the fleet is paused")
    case .fleetPausedBefore: LabelText("the fleet was paused before")
    case .fleetResumed: LabelText("the fleet is visited again")
    case .fleetNotPaused: LabelText("the fleet was not paused")
    case .rebuild: LabelText("the branch is rebuilt at the next visit, which is due now")
    case .unignored: LabelText("the dependency can be proposed again; a visit is due now")
    case .preview: LabelText("the preview is made by the next visit, which is due now")
    }
  }
}

extension ActionResult {
  private static let cookie = "martlet-done"

  /// Reads what a form has done just before the browser asks for this page.
  init?(before request: ServerRequest) {
    guard let word = request.cookie(Self.cookie) else { return nil }
    self.init(rawValue: word)
  }

  /// The cookie that brings the result to the next page.
  ///
  /// Unlike a word in the address, it is gone when the page is loaded again, and no link can have it.
  var header: HeaderField { Self.header(rawValue, seconds: 30) }

  /// Removes the cookie.
  static var removal: HeaderField { header("", seconds: 0) }

  private static func header(_ value: String, seconds: Int) -> HeaderField {
    HeaderField(
      "Set-Cookie", "\(cookie)=\(value); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Strict")
  }
}
