import HTTPServer

/// Whether a browser loads a page again by itself.
///
/// A page with a form isn't, because that would take away what somebody types, unless its address asks
/// for it: `?refresh=on`. With `?refresh=off` no page is.
struct Refresh {
  /// The address of the page.
  let query: ListQuery

  private static let seconds = 60

  /// Whether a page with this content is loaded again.
  func isOn(_ content: [Markup]) -> Bool {
    switch query.word("refresh") {
    case "on": true
    case "off": false
    default: !content.contains(where: \.hasForm)
    }
  }

  /// Says what happens at the end of a page, with a link that changes it.
  func note(_ content: [Markup]) -> Markup {
    let isOn = isOn(content)
    let text: Markup = isOn ? "This page is loaded again every minute." : .list([])
    let address = query.address(refresh: isOn ? "off" : "on")
    return element(
      "footer", ["class": "soft"],
      [
        text, .text(" "),
        link(isOn ? "Stop that" : "Load this page again every minute", to: address),
      ])
  }

  /// Adds the header to the response of a page.
  func applied(to response: ServerResponse, _ content: [Markup]) -> ServerResponse {
    guard isOn(content), response.status == 200 else { return response }
    var response = response
    response.headers.append(HeaderField("Refresh", "\(Self.seconds)"))
    return response
  }
}

extension Markup {
  /// Whether a person can type or choose something in it.
  fileprivate var hasForm: Bool {
    switch self {
    case .text, .label, .sentence: false
    case .list(let children): children.contains(where: \.hasForm)
    case .element(let name, _, _, let children):
      name == "form" || children.contains(where: \.hasForm)
    }
  }
}
