import Synchronization

/// The parsed pages that several resolutions need.
///
/// `martlet check` resolves once for each outdated gem. A single resolution parses each page once, so a
/// page is kept only after it was parsed for the second time.
final class ParsedPages: Sendable {
  /// Identifies a page by what decides about its specs besides the text.
  struct Page: Hashable {
    var name: String
    var servers: RubygemsSource
    var rules: PlatformRules
  }

  /// A page that was parsed.
  private struct Parsed {
    /// The files that it was parsed from.
    var texts: [[UInt8]]
    /// Nil after the first time.
    var specs: [GemSpec]?
  }

  private struct State {
    var pages: [Page: Parsed] = [:]
    var count = 0
  }

  /// The number of specs, of about 300 bytes each, from which the pages are dropped.
  private static let limit = 100_000
  private let state = Mutex(State())

  /// Returns the specs of a page; nil if they aren't kept, or if the files have changed.
  func specs(of page: Page, in texts: [[UInt8]]) -> [GemSpec]? {
    let known = state.withLock { $0.pages[page] }
    // Files that weren't fetched again are the same arrays, which is found without comparing them.
    return known?.texts == texts ? known?.specs : nil
  }

  /// Records that a page was parsed, and keeps its specs if it was parsed before.
  func remember(_ specs: [GemSpec], of page: Page, in texts: [[UInt8]]) {
    state.withLock { state in
      let isRepeated = state.pages[page] != nil
      state.count += isRepeated ? specs.count : 0
      if state.count > Self.limit { state = State() }
      state.pages[page] = Parsed(texts: texts, specs: isRepeated ? specs : nil)
    }
  }
}
