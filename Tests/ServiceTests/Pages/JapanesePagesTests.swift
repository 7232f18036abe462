import HTTPServer
import Languages
import Logging
import Store
import Testing

@testable import Service
import TestSupport
import Time

/// The pages of the sample fleet in Japanese.
@Suite struct `The pages in Japanese` {
  /// All views of the sample fleet, and of an empty one.
  private func views() async throws -> [any View] {
    let (full, empty) = (try await StateStore.inMemory(), try await StateStore.inMemory())
    try await SampleFleet.fill(full)
    var views: [any View] = [
      MessageView.missing, MessageView.unreachable, MessageView.signedOut,
      MessageView(SignInFailure.refused("…")), MessageView(.sessionEnded, from: "/"),
      MessageView(.unknownRepository, from: "/"),
    ]
    for store in [full, empty] {
      for page in ["1", "9"] {
        let query = ListQuery("/", ["page": page])
        views += [
          try await FleetView(store, query), try await ProposalsView(store, query),
          try await PackagesView(store, query),
        ]
      }
      views += [try await RunsView(store), try await MovedView(store)]
      for row in try await store.fleet(FleetQuery("", .all, by: .name, window: .init(limit: 99)))
        .rows
      {
        let query = ListQuery("/", ["show": "all"])
        let repository = try await RepositoryView(store, row.repository, query)
        views += [try #require(repository)]
        for record in repository?.pullRequests ?? [] {
          let view = try await PullRequestView(store, of: row.repository, number: record.number)
          views += [try #require(view)]
        }
        for seen in repository?.observations ?? [] {
          let package = try await PackageView(
            store, ecosystem: seen.ecosystem, name: seen.name, query)
          views += [try #require(package)]
        }
      }
    }
    return views
  }

  @Test func `have a translation of every label`() async throws {
    var missing: Set<String> = []
    var context = PageContext(now: SampleFleet.now, forges: ForgeLinks([:]))
    context.visitor = PageVisitor(isOperator: true, isSignedIn: true)
    for view in try await views() {
      let frame = PageFrame(
        title: view.title, section: view.section, language: .japanese,
        content: view.content(context), visitor: context.visitor)
      for label in frame.markup.labels where Language.japanese.label(label) == label.english {
        missing.insert(label.id)
      }
    }
    // Names, numbers and signs have none.
    let words = missing.filter { $0.replacing(/\{[0-9]+\}/, with: "").contains(/[A-Za-z]/) }
    #expect(words.sorted() == ["CI", "martlet"])
  }

  private func page(
    _ accepted: String?, _ language: Language? = nil
  ) async throws -> String {
    let store = try await StateStore.inMemory()
    try await SampleFleet.fill(store)
    let pages = Pages(
      store: store, token: nil, forges: { [:] }, now: { SampleFleet.now }, language: language,
      log: Logger(threshold: .error, now: { 0 }) { _ in })
    let headers = accepted.map { [HeaderField("Accept-Language", $0)] } ?? []
    let table = RouteTable(pages.routes, missing: pages.missing)
    let response = await table(ServerRequest("GET", "/", headers: headers))
    return String(decoding: response.body, as: UTF8.self)
  }

  @Test(arguments: [
    (nil, nil, false), ("ja", nil, true), ("en, ja;q=0.9", nil, false), ("fr", nil, false),
    ("en", Language.japanese, true), ("ja", .english, false),
  ])
  func `follow the operator, or else the browser`(
    accepted: String?, language: Language?, isJapanese: Bool
  ) async throws {
    let html = try await page(accepted, language)
    #expect(html.contains("<html lang=\"ja\">") == isJapanese)
    #expect(html.contains("<th scope=\"col\">リポジトリ</th>") == isJapanese)
    #expect(html.contains("<th scope=\"col\">Repository</th>") != isJapanese)
  }

  /// The state has English sentences, which a pass stored.
  @Test func `translate why a repository has no updates, in the fleet and on its page`()
    async throws
  {
    let store = try await StateStore.inMemory()
    try await store.save(
      PassResult(read: [], condition: .noFile, lasting: .zero), of: "h/acme/app", now: 6)
    try await store.enqueue(
      Job(repository: "h/acme/new", cause: .schedule, dueAt: 7, enqueuedAt: 7))
    let fleet = try await FleetView(store, ListQuery("/", [:]))
    let repository = try await RepositoryView(store, "h/acme/app", ListQuery("/", [:]))
    for view in [fleet, try #require(repository)] as [any View] {
      let html = PageFrame(
        title: view.title, section: view.section, language: .japanese,
        content: view.content(PageContext(now: 9, forges: ForgeLinks([:])))
      ).markup.html(in: .japanese)
      #expect(html.contains("設定ファイル (.github/dependabot.yml など) がありません"))
      #expect(!html.contains("has no configuration file"))
      #expect(html.contains("まだ巡回していません") == (view is FleetView))
    }
  }

  @Test func `keep the document for programs as it is`() async throws {
    let store = try await StateStore.inMemory()
    let document = try await FleetView(store, ListQuery("/", [:]))
    var context = PageContext(now: 9, forges: ForgeLinks([:]))
    let english = document.document(context).body
    context.language = .japanese
    #expect(document.document(context).body == english)
  }
}
