import HTTPServer
import JSON
import Languages
import Time
import Tracing

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
  case fleet, pullRequests, packages, runs, hosts

  var title: Message {
    switch self {
    case .fleet: "Fleet"
    case .pullRequests: "Pull requests"
    case .packages: "Packages"
    case .runs: "Runs and queue"
    case .hosts: "Hosts"
    }
  }

  var address: String {
    switch self {
    case .fleet: "/"
    case .pullRequests: "/pull-requests"
    case .packages: "/packages"
    case .runs: "/runs"
    case .hosts: "/hosts"
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
  /// The registries and other hosts that don't answer.
  var hostFailures: [HostHealth.Host] = []
  /// The credentials that expire soon.
  var expiring: [CredentialExpiry] = []
  /// Who looks at the page.
  var visitor = PageVisitor()
  var language = Language.english
  /// What a form has just done.
  var done: ActionResult?
  /// Whether the browser loads the page again; nil: never, as for messages.
  var refresh: Refresh?
}

extension View {
  func title(_ forges: ForgeLinks) -> Message { title }

  /// Returns the view as a page.
  func page(_ context: PageContext, status: Int = 200) -> ServerResponse {
    let content = content(context)
    var frame = PageFrame(
      title: title(context.forges), section: section, language: context.language,
      content: context.notice + context.banner + content, visitor: context.visitor)
    frame.footer = context.refresh?.note(content)
    let html = "<!doctype html>\n" + frame.markup.html(in: context.language) + "\n"
    let response = secured(.text(html, status: status, type: "text/html; charset=utf-8"))
    return context.refresh?.applied(to: response, content) ?? response
  }

  /// Returns the view as a JSON document.
  func document(_ context: PageContext, status: Int = 200) -> ServerResponse {
    let forgeFailures = context.forgeFailures.map(\.json)
    let value = Value.object(
      Object(
        [
          ("schema", .int(1)), ("forgeProblems", .array(forgeFailures)),
          ("hostProblems", .array(context.hostFailures.map(\.json))),
          ("expiringCredentials", .array(context.expiring.map(\.json))),
        ] + json))
    return secured(
      .text(value.text(.indented()) + "\n", status: status, type: "application/json"))
  }
}

extension PageContext {
  /// Says what a form has just done.
  fileprivate var notice: [Markup] {
    guard let done else { return [] }
    return [
      element(
        "p", ["class": "done", "role": "status"], ["Done: ", .label(done.message), "."])
    ]
  }

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
    } + hostBanner
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

extension PageContext {
  /// One line for each host, however many dependencies need it.
  fileprivate var hostBanner: [Markup] {
    hostFailures.map { host in
      element(
        "p", ["class": "alarm", "role": "alert"],
        [
          element("strong", [:], ["\(host.name) does not answer"]),
          " since ", moment(host.failingSince, at: now), ": ", .sentence(host.reason),
          ". What needs it is not up to date. ", link("Hosts", to: "/hosts"),
        ])
    }
  }
}

extension HostHealth.Host {
  fileprivate var json: Value {
    [
      "host": .string(name), "reason": .string(reason),
      "since": failingSince.map { .time($0) } ?? .null, "failures": .int(failures),
    ]
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
