import HTTPServer

/// Forbids everything in the browser that the pages do not use: scripts, frames, foreign content.
func secured(_ response: ServerResponse) -> ServerResponse {
  var response = response
  response.headers += [
    HeaderField(
      "Content-Security-Policy",
      "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; "
        + "base-uri 'none'; frame-ancestors 'none'"),
    HeaderField("X-Content-Type-Options", "nosniff"),
    HeaderField("Referrer-Policy", "same-origin"), HeaderField("Cache-Control", "no-cache"),
  ]
  return response
}
