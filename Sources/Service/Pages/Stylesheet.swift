import HTTPServer

/// The pages' one stylesheet; colours keep a contrast of 4.5 to 1 in light and in dark.
enum Stylesheet {
  static let route = Route(.get, "/style.css") { request, _ in
    if request.header("If-None-Match") == tag {
      return ServerResponse(status: 304, headers: [HeaderField("ETag", tag)])
    }
    var response = ServerResponse.text(text, type: "text/css; charset=utf-8")
    response.headers += [
      HeaderField("ETag", tag), HeaderField("Cache-Control", "max-age=3600"),
      HeaderField("X-Content-Type-Options", "nosniff"),
    ]
    return response
  }

  private static let tag = "\"1\""

  private static let text = """
    :root {
      color-scheme: light dark;
      --ink: #1b1f24; --paper: #ffffff; --soft: #57606a; --line: #d0d7de; --link: #0550ae;
      --good: #116329; --bad: #a40e26; --busy: #7a4b00;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --ink: #e6edf3; --paper: #0d1117; --soft: #9ea7b3; --line: #30363d; --link: #79c0ff;
        --good: #56d364; --bad: #ff9492; --busy: #e3b341;
      }
    }
    body {
      margin: 0 auto; max-width: 80rem; padding: 0 1rem 3rem; background: var(--paper);
      color: var(--ink); font: 1rem/1.5 system-ui, sans-serif;
    }
    a { color: var(--link); }
    a:focus-visible, button:focus-visible, input:focus-visible, .scroll:focus-visible {
      outline: 3px solid var(--link); outline-offset: 2px;
    }
    .skip { position: absolute; left: -100rem; }
    .skip:focus { left: 1rem; top: 1rem; background: var(--paper); padding: .5rem; }
    header { border-bottom: 1px solid var(--line); padding: .75rem 0; }
    nav a { margin-right: 1.5rem; }
    h1 { font-size: 1.6rem; overflow-wrap: anywhere; }
    h2 { font-size: 1.2rem; margin-top: 2rem; }
    form { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin: 1rem 0; }
    input, button { font: inherit; padding: .3rem .6rem; }
    .scroll { overflow-x: auto; }
    table { border-collapse: collapse; width: 100%; }
    caption { text-align: left; color: var(--soft); padding: .3rem 0; }
    th, td {
      text-align: left; vertical-align: top; padding: .4rem .75rem .4rem 0;
      border-bottom: 1px solid var(--line);
    }
    thead th { color: var(--soft); font-weight: 600; white-space: nowrap; }
    tbody th { font-weight: 500; }
    .badge { border: 1px solid currentColor; border-radius: 1rem; padding: 0 .6rem; }
    .badge { white-space: nowrap; font-size: .875rem; color: var(--soft); }
    .badge.good { color: var(--good); }
    .badge.bad { color: var(--bad); }
    .badge.busy { color: var(--busy); }
    """
}
