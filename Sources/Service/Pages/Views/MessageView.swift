import JSON

/// What is shown in place of a page that cannot be.
struct MessageView: View {
  let status: Int
  let title: String
  let words: String
  var section: Section? { nil }

  static let missing = MessageView(
    status: 404, title: "Nothing is known of it",
    words: "martlet has not looked at it, or it is gone. The lists above name all there is.")
  static let unreachable = MessageView(
    status: 503, title: "The state cannot be reached",
    words: "The log tells why. The service goes on and tries again; so does this page when loaded.")

  func content(_ context: PageContext) -> [Markup] {
    [
      element("p", [:], [.text(words)]),
      element("p", [:], [link("All repositories", to: "/")]),
    ]
  }

  var json: [(String, Value)] {
    [("error", ["status": .int(status), "message": .string(title)])]
  }
}
