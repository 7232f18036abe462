import Crypto
import HTTPServer

/// The stylesheet of all pages; colors have a contrast of at least 4.5 to 1 in light and dark mode.
enum Stylesheet {
  static let route = Route(.get, "/style.css") { request, _ in
    if request.header("If-None-Match") == tag {
      return ServerResponse(status: 304, headers: [HeaderField("ETag", tag)])
    }
    var response = ServerResponse.text(text, type: "text/css; charset=utf-8")
    // Revalidated each time, so that a page never uses the style of another version.
    response.headers += [
      HeaderField("ETag", tag), HeaderField("Cache-Control", "no-cache"),
      HeaderField("X-Content-Type-Options", "nosniff"),
    ]
    return response
  }

  private static let tag =
    "\"\(Digest(.sha256, of: text).hexadecimal.prefix(16))\""

  private static let text = colors + frame + parts + tables

  private static let colors = """
    :root {
      color-scheme: light dark;
      --ink: #1b1f24; --paper: #ffffff; --card: #f6f8fa; --soft: #57606a; --line: #d0d7de;
      --link: #0550ae; --good: #116329; --bad: #a40e26; --busy: #7a4b00;
      --good-back: #e6f6ea; --bad-back: #fdecee; --busy-back: #fdf3dc;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --ink: #e6edf3; --paper: #0d1117; --card: #161b22; --soft: #9ea7b3; --line: #30363d;
        --link: #79c0ff; --good: #56d364; --bad: #ff9492; --busy: #e3b341;
        --good-back: #12261a; --bad-back: #2d1619; --busy-back: #2a2111;
      }
    }

    """

  private static let frame = """
    * { box-sizing: border-box; }
    body {
      margin: 0 auto; max-width: 84rem; padding: 0 1rem 3rem; background: var(--paper);
      color: var(--ink); font: 1rem/1.5 system-ui, sans-serif;
    }
    a { color: var(--link); }
    a:hover { text-decoration-thickness: 2px; }
    :focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 3px; }
    .skip { position: absolute; left: -100rem; }
    .skip:focus { left: 1rem; top: 1rem; background: var(--paper); padding: .5rem; z-index: 1; }
    .hidden {
      position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
      white-space: nowrap;
    }
    header {
      display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; align-items: center;
      border-bottom: 1px solid var(--line); padding: .75rem 0;
    }
    .brand {
      display: flex; gap: .5rem; align-items: center; font-weight: 700; color: var(--ink);
      text-decoration: none;
    }
    header nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; }
    header nav a { padding: .25rem 0; }
    header nav a[aria-current] {
      color: var(--ink); font-weight: 600; text-decoration: none;
      border-bottom: 3px solid var(--link);
    }
    h1 { font-size: 1.6rem; line-height: 1.25; margin: 1.25rem 0 1rem; overflow-wrap: anywhere; }
    h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; }
    small { display: block; color: var(--soft); font-size: .8125rem; line-height: 1.35; }
    code { font-family: ui-monospace, monospace; font-size: .875em; overflow-wrap: anywhere; }
    .soft { color: var(--soft); }
    footer { margin-top: 2rem; padding-top: .75rem; border-top: 1px solid var(--line); }
    h3 { font-size: 1rem; margin: 1rem 0 .25rem; color: var(--soft); }
    .timeline { list-style: none; padding: 0 0 0 1rem; margin: 0; border-left: 2px solid var(--line); }
    .timeline li { padding: .2rem 0; overflow-wrap: anywhere; }
    .actions { display: flex; flex-wrap: wrap; gap: .5rem; margin: 1rem 0; }
    form.action { margin: 0; }
    .log summary { cursor: pointer; padding: .3rem 0; }
    .log time small { display: inline; }
    pre {
      overflow-x: auto; padding: .75rem; border: 1px solid var(--line); border-radius: .35rem;
      background: var(--card); font: .8125rem/1.5 ui-monospace, monospace;
    }

    """

  private static let parts = """
    .tiles {
      display: grid; grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr)); gap: .75rem;
      list-style: none; padding: 0; margin: 0 0 1rem;
    }
    .tiles a {
      display: block; height: 100%; padding: .6rem .9rem; border: 1px solid var(--line);
      border-radius: .5rem; background: var(--card); color: var(--ink); text-decoration: none;
    }
    .tiles a:hover { border-color: var(--link); }
    .tiles strong { display: block; font-size: 1.6rem; line-height: 1.2; }
    .alarm {
      padding: 0.6rem 0.9rem; border: 1px solid var(--bad); border-radius: 0.4rem;
      background: var(--bad-back);
    }
    .done {
      padding: 0.6rem 0.9rem; border: 1px solid var(--good); border-radius: 0.4rem;
      background: var(--good-back);
    }
    .tiles .bad { background: var(--bad-back); border-color: var(--bad); }
    .tiles .bad strong { color: var(--bad); }
    .tiles .busy { background: var(--busy-back); border-color: var(--busy); }
    .tiles .busy strong { color: var(--busy); }
    .plots {
      display: grid; grid-template-columns: repeat(auto-fill, minmax(10rem, 1fr)); gap: .75rem;
      list-style: none; padding: 0; margin: 0 0 .5rem;
    }
    figure { margin: 0; padding: .5rem .75rem; border: 1px solid var(--line); border-radius: .5rem; }
    figcaption { font-size: .875rem; color: var(--soft); }
    figcaption strong { color: var(--ink); float: right; }
    .plot { display: block; width: 100%; height: 2.75rem; margin-top: .25rem; }
    .plot path { fill: none; vector-effect: non-scaling-stroke; }
    .plot .axis { stroke: var(--line); stroke-width: 1; }
    .plot .line {
      stroke: var(--link); stroke-width: 2; stroke-linecap: round; stroke-linejoin: round;
    }
    .plot .bars { fill: var(--link); }
    summary { cursor: pointer; }
    form { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; margin: 1rem 0; }
    form div { min-width: 0; }
    label { display: block; font-size: .875rem; color: var(--soft); }
    input, button, select {
      font: inherit; height: 2.4rem; padding: 0 .6rem; max-width: 100%; color: var(--ink);
      background: var(--paper); border: 1px solid var(--soft); border-radius: .35rem;
    }
    button { background: var(--card); font-weight: 600; cursor: pointer; }
    dl {
      display: flex; flex-wrap: wrap; gap: .75rem 2.5rem; margin: 0 0 1rem; padding: .9rem 1rem;
      border: 1px solid var(--line); border-radius: .5rem; background: var(--card);
    }
    dt { font-size: .875rem; color: var(--soft); }
    dd { margin: 0; overflow-wrap: anywhere; }
    .pager { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: .75rem 0; }
    .failure {
      border-left: 4px solid var(--bad); background: var(--bad-back); padding: .25rem 1rem;
      border-radius: .25rem; margin: 1rem 0;
    }
    .failure h2 { margin: .5rem 0; }
    .failure li { overflow-wrap: anywhere; }
    .empty {
      border: 1px dashed var(--line); border-radius: .5rem; padding: 1rem; color: var(--soft);
    }
    .badge {
      display: inline-block; border: 1px solid currentColor; border-radius: 1rem; padding: 0 .6rem;
      white-space: nowrap; font-size: .875rem; color: var(--soft);
    }
    .badge.good { color: var(--good); background: var(--good-back); }
    .badge.bad { color: var(--bad); background: var(--bad-back); font-weight: 600; }
    .badge.busy { color: var(--busy); background: var(--busy-back); }

    """

  private static let tables = """
    .scroll { overflow-x: auto; margin: .5rem 0; }
    table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
    .narrow { width: auto; min-width: min(100%, 28rem); }
    th, td {
      text-align: left; vertical-align: top; padding: .45rem 1rem .45rem .25rem;
      border-bottom: 1px solid var(--line);
    }
    thead th { color: var(--soft); font-size: .875rem; font-weight: 600; white-space: nowrap; }
    tbody th { font-weight: 500; min-width: 9rem; max-width: 24rem; overflow-wrap: anywhere; }
    tbody tr:hover { background: var(--card); }
    td code { overflow-wrap: break-word; }
    code.whole { white-space: nowrap; }
    .number { text-align: right; white-space: nowrap; }
    time, time small { white-space: nowrap; }
    @media print { header nav, form, footer, .pager { display: none; } }
    """
}
