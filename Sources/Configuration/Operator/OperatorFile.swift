package import Ecosystem
package import Languages
package import Logging
import Text
import YAML

/// The operator's `martlet.yml`: forges, credentials, and limits for all repositories.
package struct OperatorFile: Hashable, Sendable {
  /// The key `state`; by default a file in the working directory.
  package var state = StateLocation.sqlite(path: "martlet.db")
  /// The forges; at least one, with distinct names.
  package var forges: [ForgeSettings] = []
  /// Whether forks are updated that no pattern names literally.
  package var forks = ForkSelection.skip
  /// The keys `notices`, `replies` and `onboarding`.
  package var people = PeopleSettings()
  /// The language of repositories whose file names none, of the pages and of the command line; nil:
  /// English, or what the environment or the browser asks for.
  package var language: Language?
  /// Credentials by URL; a repository's file can only restrict which of its entries use them.
  package var registries: [RegistryCredential] = []
  /// The mirrors in the file's order; the longest matching prefix applies.
  package var mirrors: [Mirror] = []
  /// The key `toolchains`.
  package var toolchains = Toolchain()
  /// The private and link-local addresses that requests may go to.
  package var allowedPrivate = PrivateAddresses()
  /// The key `proxy`; nil: the environment names the proxies.
  package var proxy: ProxySettings?
  /// The key `tls`.
  package var tls = TLSSettings()
  /// The default schedule of the service.
  package var schedule = Schedule()
  /// The address of the service's pages.
  package var listen = ListenAddress(host: "127.0.0.1", port: 8080)
  /// The web addresses under which people reach the pages, from the key `public-url`.
  package var publicURLs: [String] = []
  /// The key `service`, for `martlet serve`.
  package var service = ServiceSettings()
  /// The key `pages`, for `martlet serve`.
  package var pages = PageSettings()
  /// How people sign in to the pages; nil: with tokens only.
  package var signIn: SignInSettings?
  /// The key that signs commits; nil: none.
  package var signing: SigningSettings?
  /// The entry for repositories without a file; nil: they are skipped.
  package var defaults: UpdateEntry?
  /// When `defaults` apply.
  package var defaultsApply = DefaultsApplication.withoutFile
  /// The section `defaults` as in the file, which is merged under repositories' files; nil: none.
  var defaultsContent: Node?
  /// The presets that repositories' files can name in `extends`, in the file's order.
  package var presets: [Preset] = []
  /// Limits for repositories' files and `defaults`.
  package var limits = Limits()
  /// How groups are split whose checks fail.
  package var split = SplitSettings()
  /// The families of packages besides the built-in ones.
  package var families: [FamilySettings] = []
  /// What a repository learns from the others.
  package var fleet = FleetSettings()
  /// What happens to open pull requests of other bots; nil: they are not looked for.
  package var takeover: Takeover?
  /// The key `dependency-submission`: whether locked packages are submitted to the dependency graphs of
  /// hosts.
  package var dependencySubmission = PeopleSettings.Switch.off
  /// The targets of the key `notifications`.
  package var notifications: [NotificationSettings] = []
  /// Whether advisories are fetched; nil: unless the mirrors leave out `api.osv.dev`.
  package var advisories: Bool?
  /// The directory of caches; nil: next to the state.
  package var cache: String?
  /// The key `log`; `--log-level` and `--log-format` take precedence.
  package var log = LogSettings()

  /// Creates a file with the defaults.
  package init() {}
}

/// What happens to forks that match a pattern of `repositories`.
package enum ForkSelection: String, CaseIterable, Hashable, Sendable {
  /// They are updated.
  case include
  /// They are left alone, unless a pattern without `*` names them.
  case skip
}

extension OperatorFile {
  /// Whether a repository is left alone if it is a fork: unless `forks` includes forks or a pattern of
  /// its forge names it.
  package func skipsFork(_ repository: String, on forge: String) -> Bool {
    guard forks == .skip else { return false }
    let patterns = forges.first { $0.name == forge }?.repositories ?? []
    return !patterns.contains {
      $0.isLiteral && !$0.isExclusion && $0.matches(repository)
    }
  }
}

/// The level and format of the log.
package struct LogSettings: Hashable, Sendable {
  /// The lowest level that is written.
  package var level = Level.info
  /// The format of lines.
  package var format = Format.text

  /// Creates settings for readable text.
  package init() {}
}

extension Shape where Value == OperatorFile {
  static func operatorFile(_ ecosystems: EcosystemCatalog) -> Shape {
    section(
      OperatorFile(),
      [
        Key("state", \.state, .state),
        Key("forges", \.forges, .list(of: .forge)),
        Key("forks", \.forks, .word),
        Key("notices", \.people.notices, .word),
        Key("replies", \.people.replies, .word),
        Key("onboarding", \.people.onboarding, .onboarding),
        Key("language", \.language, .word),
        Key("registries", \.registries, .list(of: .registryCredential(ecosystems))),
        Key("mirrors", \.mirrors, .list(of: .mirror)),
        Key("toolchains", \.toolchains, .toolchains(ecosystems.toolchain)),
        Key("network", \.allowedPrivate, .network),
        Key("proxy", \.proxy, .proxy),
        Key("tls", \.tls, .tls),
        Key("schedule", \.schedule, .schedule),
        Key("listen", \.listen, .listenAddress),
        Key("public-url", \.publicURLs, .listOrOne(of: .url)),
        Key("service", \.service, .service),
        Key("pages", \.pages, .pages),
        Key("sign-in", \.signIn, .signIn),
        Key("signing", \.signing, .signing),
        .defaults(ecosystems),
        Key("defaults-apply", \.defaultsApply, .word),
        Key("presets", \.presets, .presets(ecosystems)),
        Key("limits", \.limits, .limits(ecosystems)),
        Key("split", \.split, .split),
        Key("families", \.families, .list(of: .family(ecosystems), limit: 1_000)),
        Key("takeover", \.takeover, .word),
        Key("evidence", \.fleet.evidence, .word),
        Key("rollout", \.fleet.rollout, .rollout),
        Key("dependency-submission", \.dependencySubmission, .word),
        Key("notifications", \.notifications, .list(of: .notification, limit: 100)),
        Key("advisories", \.advisories, .bool),
        Key("cache", \.cache, .string("a directory")),
        Key("log", \.log, .log),
      ]
    ).checked(forges).checked(mirrors).checked(openPages).checked(notifications)
      .checked(checkSigning).checked(checkSignIn)
  }
}

extension Shape where Value == ListenAddress {
  fileprivate static var listenAddress: Shape {
    .parsed("an address such as 127.0.0.1:8080, or :8080 for all addresses") { ListenAddress($0) }
  }
}

extension Shape where Value == LogSettings {
  fileprivate static var log: Shape {
    section(LogSettings(), [Key("level", \.level, .word), Key("format", \.format, .word)])
  }
}

/// Reports duplicate names of forges, because names are paths of webhooks.
private func forges(_ file: OperatorFile, _ node: Node, _ decoding: inout Decoding) {
  guard let elements = node["forges"]?.elements else { return }
  if elements.isEmpty, let value = node["forges"] {
    decoding.error("expected at least one forge", at: value)
  }
  var seen: Set<String> = []
  for element in elements {
    guard let name = element["name"], let text = name.string else { continue }
    if !seen.insert(text).inserted { decoding.error("a second forge named '\(text)'", at: name) }
  }
}

/// Reports pages that everybody in the network could read.
private func openPages(_ file: OperatorFile, _ node: Node, _ decoding: inout Decoding) {
  guard let value = node["listen"], !file.listen.isLoopback, file.pages.isOpen,
    node["pages"]?["token"] == nil, node["pages"]?["tokens"] == nil, node["sign-in"] == nil
  else { return }
  decoding.error(
    "\(file.listen) can be reached from other machines, and the pages have no token; "
      + "set 'pages: {token: ...}'", at: value)
}

/// Reports two notifications of the same name, under which their messages are stored.
private func notifications(_ file: OperatorFile, _ node: Node, _ decoding: inout Decoding) {
  var seen: Set<String> = []
  for element in node["notifications"]?.elements ?? [] {
    guard let name = element["name"], let text = name.string else { continue }
    if !seen.insert(text).inserted {
      decoding.error("a second notification named '\(text)'", at: name)
    }
  }
}

/// Reports mirrors for the same URL; only the first one applies.
private func mirrors(_ file: OperatorFile, _ node: Node, _ decoding: inout Decoding) {
  guard let elements = node["mirrors"]?.elements, elements.count == file.mirrors.count else {
    return
  }
  var lines: [String: Int] = [:]
  for (mirror, element) in zip(file.mirrors, elements) {
    let value = element["from"] ?? element
    if let first = lines[mirror.from] {
      decoding.warn("a second mirror for this URL; the one at line \(first) counts", at: value)
    } else {
      lines[mirror.from] = value.location.line
    }
  }
}
