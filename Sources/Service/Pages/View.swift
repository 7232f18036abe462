import HTTPServer
import JSON

/// What an address shows, for people and for programs alike.
protocol View: Sendable {
  /// What the browser's tab says.
  var title: String { get }
  /// What stands below the title.
  var content: [Markup] { get }
  /// The members of the document under `/api/v1`.
  var json: [(String, Value)] { get }
}

extension View {
  /// The view as a page.
  var page: ServerResponse {
    let html = "<!doctype html>\n" + PageFrame(title: title, content: content).markup.html + "\n"
    return secured(.text(html, type: "text/html; charset=utf-8"))
  }

  /// The view as one JSON document.
  var document: ServerResponse {
    let value = Value.object(Object([("schema", .int(1))] + json))
    return secured(.text(value.text(.indented()) + "\n", type: "application/json"))
  }
}

/// Forbids a browser everything that the pages do without: scripts, frames, foreign content.
func secured(_ response: ServerResponse) -> ServerResponse {
  var response = response
  response.headers += [
    HeaderField(
      "Content-Security-Policy",
      "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; "
        + "frame-ancestors 'none'"),
    HeaderField("X-Content-Type-Options", "nosniff"),
    HeaderField("Referrer-Policy", "same-origin"), HeaderField("Cache-Control", "no-cache"),
  ]
  return response
}

/// What all pages share: head, navigation, main part.
struct PageFrame {
  let title: String
  let content: [Markup]

  var markup: Markup {
    element("html", ["lang": "en"], [head, body])
  }

  private var head: Markup {
    element(
      "head", [:],
      [
        element("meta", ["charset": "utf-8"]),
        element("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
        element("meta", ["name": "color-scheme", "content": "light dark"]),
        element("title", [:], [.text("\(title) · martlet")]),
        element("link", ["rel": "stylesheet", "href": "/style.css"]),
      ])
  }

  private var body: Markup {
    element(
      "body", [:],
      [
        element("a", ["class": "skip", "href": "#main"], ["Skip to the content"]),
        element(
          "header", [:],
          [
            element(
              "nav", ["aria-label": "Pages"],
              [link("martlet", to: "/"), link("Runs and queue", to: "/runs")])
          ]),
        element(
          "main", ["id": "main"], [element("h1", [:], [.text(title)])] + content),
      ])
  }
}
