import HTTPServer

/// The icon of the pages.
enum Icon {
  static let route = Route(.get, "/icon.svg") { _, _ in
    var response = secured(.text(text, type: "image/svg+xml"))
    response.headers.removeAll { $0.name == "Cache-Control" }
    response.headers.append(HeaderField("Cache-Control", "max-age=86400"))
    return response
  }

  // A flying martlet, the heraldic bird without feet.
  private static let text = """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" \
    rx="7" fill="#0b5cad"/><path fill="#fff" d="M3 11c5-1 9 0 12 4 2-4 7-8 14-9-4 2-7 5-9 9l3 \
    1-4 1c-1 4-3 7-7 9l1-4-4 2c1-2 2-4 2-6-1-3-4-6-8-7z"/></svg>

    """
}
