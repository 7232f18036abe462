import HTTPServer
import JSON
import Languages
import Time

/// The contents of an address, for people and for programs.
protocol View: Sendable {
  /// The title in the browser's tab.
  var title: Message { get }
  /// The same with references in the format of the forges.
  func title(_ forges: ForgeLinks) -> Message
  /// The section of the navigation that the page belongs to.
  var section: Section? { get }
  /// The content below the title.
  func content(_ context: PageContext) -> [Markup]
  /// The members of the JSON document below `/api/v1`.
  var json: [(String, Value)] { get }
}

/// The sections of the navigation.
enum Section: CaseIterable, Sendable {
  case fleet, pullRequests, packages, runs

  var title: Message {
    switch self {
    case .fleet: "Fleet"
    case .pullRequests: "Pull requests"
    case .packages: "Packages"
    case .runs: "Runs and queue"
    }
  }

  var address: String {
    switch self {
    case .fleet: "/"
    case .pullRequests: "/pull-requests"
    case .packages: "/packages"
    case .runs: "/runs"
    }
  }
}

/// The data of a page that is not in the state.
struct PageContext: Sendable {
  /// The time at which the page is shown.
  let now: Timestamp
  let forges: ForgeLinks
  /// The forges that cannot be used now.
  var forgeFailures: [ForgeHealth.Failure] = []
  /// The credentials that expire soon.
  var expiring: [CredentialExpiry] = []
  /// Who looks at the page.
  var visitor = PageVisitor()
  var language = Language.english
}

extension View {
  func title(_ forges: ForgeLinks) -> Message { title }

  /// Returns the view as a page.
  func page(_ context: PageContext, status: Int = 200) -> ServerResponse {
    let frame = PageFrame(
      title: title(context.forges), section: section, language: context.language,
      content: context.banner + content(context), visitor: context.visitor)
    let html = "<!doctype html>\n" + frame.markup.html(in: context.language) + "\n"
    return secured(.text(html, status: status, type: "text/html; charset=utf-8"))
  }

  /// Returns the view as a JSON document.
  func document(_ context: PageContext, status: Int = 200) -> ServerResponse {
    let forgeFailures = context.forgeFailures.map(\.json)
    let value = Value.object(
      Object(
        [
          ("schema", .int(1)), ("forgeProblems", .array(forgeFailures)),
          ("expiringCredentials", .array(context.expiring.map(\.json))),
        ] + json))
    return secured(
      .text(value.text(.indented()) + "\n", status: status, type: "application/json"))
  }
}

extension PageContext {
  /// A warning about forges that cannot be used; the page shows older data then.
  fileprivate var banner: [Markup] {
    forgeFailures.map { failure in
      element(
        "p", ["class": "alarm", "role": "alert"],
        [
          element("strong", [:], ["\(failure.forge) (\(failure.host)) can't be used"]),
          " since ", moment(failure.since, at: now),
          ": \(failure.reason). The page shows older data.",
        ])
    }
      + expiring.map { credential in
        element(
          "p", ["class": "alarm", "role": "alert"],
          [
            element("strong", [:], ["The token of \(credential.forge) expires"]),
            .text(" "), moment(credential.at, at: now), ". Create a new one before that time.",
          ])
      }
  }
}

extension CredentialExpiry {
  fileprivate var json: Value { ["forge": .string(forge), "expiresAt": .time(at)] }
}

extension ForgeHealth.Failure {
  fileprivate var json: Value {
    [
      "forge": .string(forge), "host": .string(host), "reason": .string(reason),
      "since": .time(since),
    ]
  }
}
