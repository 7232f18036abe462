import HTTPServer
import Languages
import Logging
import Store
import TestSupport
import Testing
import Time

@testable import Service

private let now: Timestamp = 1_795_168_800

private func week(_ ago: Int, open: Int, merged: Int, timed: Int = 0, seconds: Int = 0) -> Trend {
  Trend(
    week: now.startOfWeek - .days(7 * ago), open: open, merged: merged, timed: timed,
    mergeSeconds: seconds, behind: 31_557_600)
}

private func html(_ trends: Trend...) -> String {
  Markup.list(TrendSection(trends: trends, now: now).content).html
}

@Suite struct `Trends on a page` {
  @Test func `are missing before the first visit`() {
    #expect(html() == "")
  }

  @Test func `are plots with a title, a description and a table`() {
    let text = html(
      week(2, open: 4, merged: 2, timed: 2, seconds: 172_800), week(0, open: 1, merged: 0))
    #expect(text.ranges(of: "<svg").count == 4)
    #expect(text.contains("role=\"img\" aria-labelledby=\"open-title open-text\""))
    #expect(text.contains("<title id=\"open-title\">Open pull requests</title>"))
    #expect(text.contains("First 4, last 1, lowest 1, highest 4."))
    #expect(text.contains("<details><summary>The same numbers as a table</summary>"))
    #expect(text.contains("2026-11-02") && text.contains("2026-11-16"))
    #expect(text.contains("1.0"), "days to merge, and libyears")
  }

  @Test func `have a gap where nothing was visited`() {
    let plot = Plot(name: "a", title: "A", values: [1, nil, 2, 3])
    let text = plot.markup.html
    #expect(text.contains("class=\"line\" d=\"M19.5 25.7h0M97.5 14.3L136.5 3.0\""), "\(text)")
  }

  @Test func `say if nothing is known`() {
    #expect(Plot(name: "a", title: "A", values: [nil]).markup.html.contains("Nothing is known."))
  }

  @Test(arguments: [
    (0.0, 1, "0.0"), (2.25, 1, "2.3"), (-0.04, 1, "0.0"), (-1.5, 0, "-2"), (12.0, 2, "12.00"),
    (0.05, 2, "0.05"), (Double.infinity, 1, "–"),
  ])
  func `have numbers with fixed decimals`(number: Double, digits: Int, text: String) {
    #expect(decimal(number, digits: digits) == text)
  }
}

@Suite struct `A page` {
  private func refresh(_ target: String) async throws -> (header: String?, text: String) {
    let store = try await StateStore.inMemory()
    let pages = Pages(
      store: store, token: nil, forges: { [:] }, now: { now },
      log: Logger(threshold: .error, now: { 0 }) { _ in })
    let table = RouteTable(pages.routes, missing: pages.missing)
    let response = await table(ServerRequest("GET", target))
    let header = response.headers.first { $0.name == "Refresh" }?.value
    return (header, String(decoding: response.body, as: UTF8.self))
  }

  @Test(arguments: [
    ("/runs", true), ("/runs?refresh=off", false), ("/hosts", true), ("/", false),
    ("/?refresh=on", true), ("/?refresh=on&q=a", true), ("/pull-requests", false),
    ("/missing", false), ("/api/v1/runs", false),
  ])
  func `is loaded again only if nobody can be typing, or if its address asks for it`(
    target: String, isRefreshed: Bool
  ) async throws {
    #expect(try await refresh(target).header == (isRefreshed ? "60" : nil))
  }

  @Test func `has a link that changes whether it is loaded again`() async throws {
    #expect(try await refresh("/runs").text.contains("href=\"/runs?refresh=off\""))
    #expect(
      try await refresh("/?q=a&page=2").text.contains("href=\"/?q=a&amp;page=2&amp;refresh=on\""))
  }
}
