package import Logging
import Text
import YAML

/// The operator's `martlet.yml`: forges, credentials, and what no repository may widen.
package struct OperatorFile: Hashable, Sendable {
  /// The key `state`; unless said otherwise a file in the working folder.
  package var state = StateLocation.sqlite(path: "martlet.db")
  /// At least one, each with a name of its own.
  package var forges: [ForgeSettings] = []
  /// Asked by URL; a repository's file can only withhold their credentials from entries of its own.
  package var registries: [RegistryCredential] = []
  /// In the order of the file; the longest prefix that fits an URL counts.
  package var mirrors: [Mirror] = []
  /// The key `toolchains`; what it leaves out has the version that martlet is measured against.
  package var toolchains = ToolchainSettings()
  /// What may be spoken to on private and link-local addresses all the same.
  package var allowedPrivate = PrivatePlaces()
  /// When the service looks through repositories.
  package var schedule = Schedule()
  /// Where the service's own pages are.
  package var listen = ListenAddress(host: "127.0.0.1", port: 8080)
  /// The key `service`, of `martlet serve` alone.
  package var service = ServiceSettings()
  /// The key `pages`, of `martlet serve` alone.
  package var pages = PageSettings()
  /// For repositories without a file; nil: they are left alone.
  package var defaults: UpdateEntry?
  /// Cuts down what repositories' files and `defaults` ask for.
  package var limits = Limits()
  /// Whether advisories are asked for; nil: where nothing says that `api.osv.dev` is out of reach.
  package var advisories: Bool?
  /// Directory of what can be fetched again; nil: beside the state.
  package var cache: String?
  /// The key `log`; `--log-level` and `--log-format` win over it.
  package var log = LogSettings()

  /// Starts from the defaults.
  package init() {}
}

/// What the service's log looks like.
package struct LogSettings: Hashable, Sendable {
  /// `debug`, `info`, `warning` or `error`; what is below is not written.
  package var level = Level.info
  /// `text` or `json`.
  package var format = Format.text

  /// Starts from text for people.
  package init() {}
}

extension Shape where Value == OperatorFile {
  static var operatorFile: Shape {
    section(
      OperatorFile(),
      [
        Key("state", \.state, .state),
        Key("forges", \.forges, .list(of: .forge)),
        Key("registries", \.registries, .list(of: .registryCredential)),
        Key("mirrors", \.mirrors, .list(of: .mirror)),
        Key("toolchains", \.toolchains, .toolchains),
        Key("network", \.allowedPrivate, .network),
        Key("schedule", \.schedule, .schedule),
        Key("listen", \.listen, .parsed("an address such as 127.0.0.1:8080") { ListenAddress($0) }),
        Key("service", \.service, .service),
        Key("pages", \.pages, .pages),
        Key("defaults", \.defaults, .defaults),
        Key("limits", \.limits, .limits),
        Key("advisories", \.advisories, .bool),
        Key("cache", \.cache, .string("a directory")),
        Key("log", \.log, .log),
      ]
    ).checked(forges).checked(mirrors)
  }
}

extension Shape where Value == LogSettings {
  fileprivate static var log: Shape {
    section(LogSettings(), [Key("level", \.level, .word), Key("format", \.format, .word)])
  }
}

/// Forges' names are paths of webhooks, so no two may share one.
private func forges(_ file: OperatorFile, _ node: Node, _ decoding: inout Decoding) {
  guard let elements = node["forges"]?.elements else { return }
  if elements.isEmpty, let place = node["forges"] {
    decoding.error("expected at least one forge", at: place)
  }
  var seen: Set<String> = []
  for element in elements {
    guard let name = element["name"], let text = name.string else { continue }
    if !seen.insert(text).inserted { decoding.error("a second forge named '\(text)'", at: name) }
  }
}

/// Of mirrors for the same URL the first counts, for git and for all else.
private func mirrors(_ file: OperatorFile, _ node: Node, _ decoding: inout Decoding) {
  guard let elements = node["mirrors"]?.elements, elements.count == file.mirrors.count else {
    return
  }
  var lines: [String: Int] = [:]
  for (mirror, element) in zip(file.mirrors, elements) {
    let place = element["from"] ?? element
    if let first = lines[mirror.from] {
      decoding.warn("a second mirror for this URL; the one at line \(first) counts", at: place)
    } else {
      lines[mirror.from] = place.location.line
    }
  }
}
