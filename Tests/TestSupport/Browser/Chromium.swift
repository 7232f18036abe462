internal import Libc
internal import JSON
package import Testing

/// A headless Chromium, controlled by the DevTools protocol over a pair of pipes.
///
///     let browser = try Chromium()
///     let page = try await browser.open("http://127.0.0.1:8080/", width: 360, scheme: .dark)
///     let title = try await page.evaluate("document.title").string
package final class Chromium: Sendable {
  /// The path of Debian's program; nil if the package chromium is not installed.
  package static let path: String? = ["/usr/bin/chromium", "/usr/bin/chromium-browser"]
    .first { access($0, X_OK) == 0 }

  /// The reason why tests that need Chromium are skipped.
  package static let absence: Comment =
    "Chromium is not installed: apt install --no-install-recommends chromium"

  /// The preferred color scheme.
  package enum Scheme: String, CaseIterable, Sendable {
    case light, dark
  }

  private let folder: String
  private let pipes: DevToolsPipes
  private let process: ChildProcess

  /// Starts Chromium with a temporary profile, which is removed at the end.
  package init() throws {
    guard let path = Self.path else { throw ChildProcess.Failure(code: ENOENT) }
    var template = Array("/tmp/martlet-chromium-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw ChildProcess.Failure(code: errno) }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    pipes = try DevToolsPipes(in: folder)
    // Root cannot use the sandbox. Only pages of the tests are loaded.
    process = try ChildProcess(
      [
        "/bin/sh", "-c", #"exec "$@" 3<commands 4>answers"#, "sh", path, "--headless=new",
        "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
        "--no-first-run", "--disable-background-networking", "--disable-component-update",
        "--user-data-dir=\(folder)/profile", "--remote-debugging-pipe", "about:blank",
      ], in: folder)
  }

  deinit {
    process.end(removing: folder)
  }

  /// Loads a page in a new tab.
  ///
  /// - Parameters:
  ///   - url: the address of the page.
  ///   - width: the width of the window in CSS pixels.
  ///   - height: the height of the window in CSS pixels.
  ///   - scheme: the preferred color scheme.
  /// - Returns: the page, after it has loaded completely.
  /// - Throws: `Failure`.
  package func open(
    _ url: String, width: Int = 1280, height: Int = 800, scheme: Scheme = .light
  ) async throws -> BrowserPage {
    try await onThread { [pipes] in
      let target = try pipes.call("Target.createTarget", ["url": "about:blank"])["targetId"] ?? ""
      let session = try pipes.call(
        "Target.attachToTarget", ["targetId": target, "flatten": true])["sessionId"]?.string
      let page = BrowserPage(pipes: pipes, session: session ?? "", target: target)
      for domain in ["Page", "Runtime", "Log"] { try page.call("\(domain).enable") }
      try page.emulate(width: width, height: height, scheme: scheme)
      try page.call("Page.navigate", ["url": .string(url)])
      try pipes.wait(for: "Page.loadEventFired", session: page.session)
      return page
    }
  }

  /// An error response of Chromium, or a missing response.
  package struct Failure: Error {
    /// The command and DevTools' error as JSON, or a sentence.
    package var message: String
  }
}
