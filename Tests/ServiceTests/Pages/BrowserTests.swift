import FoundationEssentials
import HTTPServer
import JSON
import Logging
import Store
import TestSupport
import Testing

@testable import Service

/// The sample fleet on the service's pages, opened in a browser.
private struct Shown {
  let server: Server
  let browser: Chromium

  init() async throws {
    let store = try await StateStore.inMemory()
    try await SampleFleet.fill(store)
    let pages = Pages(
      store: store, token: nil, forges: { ["github": ForgeWebsite("https://github.com")] },
      now: { SampleFleet.now }, log: Logger(threshold: .error, now: { 0 }) { _ in })
    try self.init(RouteTable(pages.routes, missing: pages.missing))
  }

  init(_ table: RouteTable) throws {
    server = try Server(ServerOptions()) { await table($0) }
    browser = try Chromium()
  }

  func open(
    _ address: String, width: Int = 1280, height: Int = 800, scheme: Chromium.Scheme = .light
  ) async throws -> BrowserPage {
    try await browser.open(
      "http://127.0.0.1:\(server.port)\(address)", width: width, height: height, scheme: scheme)
  }
}

/// The program of axe-core, which `Scripts/axe` fetches; nil without it.
private let axe: String? = ProcessInfo.processInfo.environment["MARTLET_AXE"]
  .flatMap { try? String(contentsOfFile: $0, encoding: .utf8) }

private let addresses = [
  "/", "/?q=service&show=held&sort=name", "/?q=nothing-is-called-so",
  "/repositories/github/acme/web",
  "/repositories/github/acme/web?show=all", "/repositories/github/acme/backoffice",
  "/repositories/github/acme/docs", "/pull-requests", "/pull-requests?show=merged",
  "/pull-requests/github/acme/web/101", "/packages", "/packages/npm/typescript",
  "/packages/npm/typescript?version=5.9.3", "/runs", "/hosts", "/moved",
]

@Suite(
  .slow,
  .enabled(if: Chromium.path != nil, Chromium.absence), .serialized)
struct `In Chromium, a page` {
  @Test func `loads without errors, fits the window, and is accessible in light and dark mode`()
    async throws
  {
    let shown = try await Shown()
    for address in addresses {
      let page = try await shown.open(address)
      for (scheme, background) in [
        (Chromium.Scheme.light, "rgb(255, 255, 255)"), (.dark, "rgb(13, 17, 23)"),
      ] {
        for width in [360, 1280] {
          try await page.show(width: width, scheme: scheme)
          let found = PageAudit.lines(try await page.evaluate(PageAudit.script))
          #expect(found == [], "\(address) at \(width), \(scheme)")
        }
        let script = "getComputedStyle(document.body).backgroundColor"
        #expect(try await page.evaluate(script).string == background, "\(address), \(scheme)")
      }
      #expect(page.complaints == [], "\(address)")
      try await page.close()
    }
  }

  /// If `MARTLET_LOOK` names a folder, pictures of the pages are written there.
  @Test func `fits the window with a thousand repositories`() async throws {
    let shown = try await Shown(LargeFleet.large.value.table)
    let folder = ProcessInfo.processInfo.environment["MARTLET_LOOK"]
    for (number, address) in LargeFleet.addresses.enumerated() {
      let page = try await shown.open(address)
      for (width, scheme) in [(360, Chromium.Scheme.light), (1280, .light), (1280, .dark)] {
        try await page.show(width: width, scheme: scheme)
        let found = PageAudit.lines(try await page.evaluate(PageAudit.script))
        #expect(found == [], "\(address) at \(width), \(scheme)")
        guard let folder else { continue }
        let file = URL(filePath: "\(folder)/\(number)-\(width)-\(scheme).png")
        try Data(try await page.screenshot()).write(to: file)
      }
      #expect(page.complaints == [], "\(address)")
      try await page.close()
    }
  }

  @Test(.enabled(if: axe != nil, "axe-core is not here: run Scripts/axe and set MARTLET_AXE"))
  func `has nothing that axe finds`() async throws {
    let shown = try await Shown()
    let program = try #require(axe)
    for address in addresses {
      let page = try await shown.open(address)
      for width in [360, 1280] {
        for scheme in Chromium.Scheme.allCases {
          try await page.show(width: width, scheme: scheme)
          _ = try await page.evaluate(program + "; true")
          let script = """
            axe.run().then((all) => all.violations.map((one) =>
              `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`))
            """
          let found = PageAudit.lines(try await page.evaluate(script))
          #expect(found == [], "\(address) at \(width), \(scheme)")
        }
      }
      try await page.close()
    }
  }

  @Test func `shows the keyboard focus, first on the link past the navigation`() async throws {
    let shown = try await Shown()
    for address in addresses {
      let page = try await shown.open(address, scheme: .dark)
      let stops = "a[href], input, select, button, [tabindex=\"0\"]"
      let all = try await page.evaluate("document.querySelectorAll('\(stops)').length").int ?? 0
      #expect(all >= 6)
      for index in 0..<min(12, all) {
        try await page.pressTab()
        let finding = try await page.evaluate(PageAudit.focus).string
        #expect(finding == "", "\(address) after \(index + 1) tabs")
        guard index == 0 else { continue }
        #expect(try await page.evaluate("document.activeElement.hash").string == "#main")
      }
      try await page.close()
    }
  }

  @Test func `that does not exist has links to others`() async throws {
    let shown = try await Shown()
    let page = try await shown.open("/nothing/here", width: 360)
    #expect(PageAudit.lines(try await page.evaluate(PageAudit.script)) == [])
    #expect(try await page.evaluate("document.links.length > 4") == true)
  }

  /// Run by `make pictures` to update docs/pictures.
  @Test(
    .enabled(
      if: ProcessInfo.processInfo.environment["MARTLET_PICTURES"] != nil, "run by make pictures"))
  func `is rendered for the documentation`() async throws {
    let shown = try await Shown()
    let folder = try #require(ProcessInfo.processInfo.environment["MARTLET_PICTURES"])
    for (name, address, height) in [
      ("fleet", "/", 760), ("repository", "/repositories/github/acme/web", 1_060),
      ("pull-request", "/pull-requests/github/acme/web/101", 990),
      ("where-used", "/packages/npm/typescript", 760),
    ] {
      for scheme in Chromium.Scheme.allCases {
        let page = try await shown.open(address, width: 1120, height: height, scheme: scheme)
        let picture = try await page.screenshot()
        #expect((1..<150_000).contains(picture.count), "\(name)")
        try Data(picture).write(to: URL(filePath: "\(folder)/\(name)-\(scheme).png"))
        try await page.close()
      }
    }
  }
}
