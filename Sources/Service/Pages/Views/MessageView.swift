import JSON
import Languages

/// A message in place of a page.
struct MessageView: View {
  let status: Int
  let title: Message
  let text: Message
  /// The place to continue, besides the list of all repositories.
  var next: (label: Message, address: String)?
  var section: Section? { nil }

  static let missing = MessageView(
    status: 404, title: "Not found",
    text:
      "martlet has not visited it, or it no longer exists. The lists above show everything known.")
  static let unreachable = MessageView(
    status: 503, title: "The state is not reachable",
    text: "The log has the reason. The service keeps trying; reload this page to try again.")

  static let signedOut = MessageView(
    status: 200, title: "Signed out",
    text: "You are signed out of martlet. The provider may still know you.",
    next: ("Sign in", "/sign-in"))

  /// Says why a form of a page was not carried out.
  init(_ refusal: ActionRefusal, from page: String) {
    guard refusal != .sessionEnded else {
      let address = "/sign-in?return-to=\(escaped(page))"
      self.init(
        status: refusal.status, title: "Your session has ended",
        text: "The action was not carried out. Sign in, and try again.", next: ("Sign in", address))
      return
    }
    self.init(
      status: refusal.status, title: "Not done",
      text: "The action was not carried out: \(refusal.message).",
      next: ("Back to the page", page))
  }

  /// Says why somebody isn't signed in.
  init(_ failure: SignInFailure) {
    self.init(
      status: failure.status, title: "Not signed in", text: "\(failure.message)",
      next: ("Sign in", "/sign-in"))
  }

  private init(
    status: Int, title: Message, text: Message, next: (label: Message, address: String)? = nil
  ) {
    (self.status, self.title, self.text, self.next) = (status, title, text, next)
  }

  func content(_ context: PageContext) -> [Markup] {
    let links: [(label: Message, address: String)?] = [next, ("All repositories", "/")]
    return [element("p", [:], [.label(text)])]
      + links.compactMap(\.self).map { one in
        element("p", [:], [link(.label(one.label), to: one.address)])
      }
  }

  var json: [(String, Value)] {
    [("error", ["status": .int(status), "message": .string(title.english)])]
  }
}
