import Languages

/// The common parts of all pages: head, navigation, main part.
struct PageFrame {
  let title: Message
  let section: Section?
  let language: Language
  let content: [Markup]
  /// Who looks at the page.
  var visitor = PageVisitor()
  /// The end of the page; nil: none.
  var footer: Markup?

  var markup: Markup {
    element("html", ["lang": language.rawValue], [head, body])
  }

  private var head: Markup {
    element(
      "head", [:],
      [
        element("meta", ["charset": "utf-8"]),
        element("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
        element("meta", ["name": "color-scheme", "content": "light dark"]),
        element("title", [:], [.label(title), .text(" · martlet")]),
        element("link", ["rel": "icon", "href": "/icon.svg", "type": "image/svg+xml"]),
        element("link", ["rel": "stylesheet", "href": "/style.css"]),
      ])
  }

  private var body: Markup {
    element(
      "body", [:],
      [
        element("a", ["class": "skip", "href": "#main"], ["Skip to the content"]),
        element("header", [:], [brand, navigation, account]),
        element(
          "main", ["id": "main"], [element("h1", [:], [.label(title)])] + content),
      ] + [footer].compactMap(\.self))
  }

  private var brand: Markup {
    element(
      "a", ["class": "brand", "href": "/"],
      [
        element("img", ["src": "/icon.svg", "alt": "", "width": "24", "height": "24"]), "martlet",
      ])
  }

  /// Who is signed in, with a button that ends that.
  private var account: Markup {
    guard visitor.isSignedIn else { return .list([]) }
    let key = element("input", ["type": "hidden", "name": "key", "value": visitor.formKey])
    return element(
      "form", ["method": "post", "action": "/sign-out", "class": "action"],
      [
        key, element("span", ["class": "soft"], [.text(visitor.name)]),
        element("button", ["type": "submit"], ["Sign out"]),
      ])
  }

  private var navigation: Markup {
    element(
      "nav", named: "Pages",
      Section.allCases.map { one in
        one == section
          ? element("a", ["href": one.address, "aria-current": "page"], [.label(one.title)])
          : link(.label(one.title), to: one.address)
      })
  }
}
