internal import Glibc
internal import JSON
package import Testing

/// A headless Chromium that does what is said through DevTools' protocol, over a pair of pipes.
///
///     let browser = try Chromium()
///     let page = try await browser.open("http://127.0.0.1:8080/", width: 360, scheme: .dark)
///     let title = try await page.evaluate("document.title").string
package final class Chromium: Sendable {
  /// Debian's program; nil where the package chromium is not installed.
  package static let path: String? = ["/usr/bin/chromium", "/usr/bin/chromium-browser"]
    .first { access($0, X_OK) == 0 }

  /// Why tests that need it are not run.
  package static let absence: Comment =
    "Chromium is not installed: apt install --no-install-recommends chromium"

  /// Whether a person likes pages light or dark.
  package enum Scheme: String, CaseIterable, Sendable {
    case light, dark
  }

  private let folder: String
  private let pipes: DevToolsPipes
  private let process: ChildProcess

  /// Starts it with a profile of its own, which goes with it.
  package init() throws {
    guard let path = Self.path else { throw ChildProcess.Failure(code: ENOENT) }
    var template = Array("/tmp/martlet-chromium-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw ChildProcess.Failure(code: errno) }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    pipes = try DevToolsPipes(in: folder)
    // Root may not use the sandbox; a test's own pages are all that is loaded.
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

  /// Loads a page in a tab of its own.
  ///
  /// - Parameters:
  ///   - url: of the page.
  ///   - width: of the window, in CSS pixels.
  ///   - height: likewise.
  ///   - scheme: what the person likes.
  /// - Returns: the page, once it is loaded with all that belongs to it.
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

  /// What Chromium answered in place of a result, or that it did not answer.
  package struct Failure: Error {
    /// The command and DevTools' error as JSON, or a sentence.
    package var words: String
  }
}
