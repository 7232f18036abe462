import JSON
import Languages

/// A message in place of a page.
struct MessageView: View {
  let status: Int
  let title: Message
  let text: Message
  var section: Section? { nil }

  static let missing = MessageView(
    status: 404, title: "Not found",
    text:
      "martlet has not visited it, or it no longer exists. The lists above show everything known.")
  static let unreachable = MessageView(
    status: 503, title: "The state is not reachable",
    text: "The log has the reason. The service keeps trying; reload this page to try again.")

  /// Says why somebody isn't signed in.
  init(_ failure: SignInFailure) {
    self.init(status: failure.status, title: "Not signed in", text: "\(failure.message)")
  }

  private init(status: Int, title: Message, text: Message) {
    (self.status, self.title, self.text) = (status, title, text)
  }

  func content(_ context: PageContext) -> [Markup] {
    [
      element("p", [:], [.label(text)]),
      element("p", [:], [link(.label("All repositories"), to: "/")]),
    ]
  }

  var json: [(String, Value)] {
    [("error", ["status": .int(status), "message": .string(title.english)])]
  }
}
