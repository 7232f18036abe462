import Configuration
import Ecosystem
import JSON
import Testing
import Text
import Versioning

/// An update as both programs see it: martlet makes one of all its manifests, Renovate one of each.
private struct Subject: CustomStringConvertible {
  var manager: String
  var word: String
  /// Renovate's name.
  var name: String
  /// martlet's names.
  var names: [String]
  /// The files and sections that name it.
  var sites: [(file: String, section: String)]
  var current: String
  var step: Step

  var description: String { "\(manager) \(name) \(current) \(step) \(sites)" }
}

/// Renovate's decision.
private struct Decision: Equatable {
  var isEnabled = true
  var merges = false
}

/// What Renovate does with options, by its documentation.
private struct Model {
  let root: JSON5Node
  /// Whether conditions that aren't modelled are fulfilled.
  let isFulfilled: Bool

  func decision(_ subject: Subject, _ site: (file: String, section: String)) -> Decision {
    var decision = Decision()
    if root["enabled"]?.bool == false { return Decision(isEnabled: false) }
    if let managers = root["enabledManagers"]?.strings, !managers.contains(subject.manager) {
      return Decision(isEnabled: false)
    }
    apply(root, &decision)
    if let own = root[subject.manager] { apply(own, &decision) }
    if !decision.isEnabled { return decision }
    let rules = (root["packageRules"]?.elements ?? []).filter { matches($0, subject, site) }
    // An object of a step can't enable what a rule disabled.
    let steps = ([root] + rules).compactMap { $0[subject.step.rawValue] }
    var isDisabled = false
    for rule in rules { rule["enabled"]?.bool.map { isDisabled = !$0 } }
    for step in steps { apply(step, &decision) }
    for rule in rules { apply(rule, &decision) }
    return Decision(isEnabled: decision.isEnabled && !isDisabled, merges: decision.merges)
  }

  private func apply(_ options: JSON5Node, _ decision: inout Decision) {
    if let value = options["enabled"]?.bool { decision.isEnabled = value }
    if let value = options["automerge"]?.bool { decision.merges = value }
  }

  private func matches(
    _ rule: JSON5Node, _ subject: Subject, _ site: (file: String, section: String)
  ) -> Bool {
    (rule.members ?? []).allSatisfy { member in
      let texts = member.value.strings ?? []
      switch member.name {
      case "extends", "matchSourceUrls", "matchCurrentAge": return isFulfilled
      case "matchPackageNames", "matchDepNames": return matches(texts, subject.name, named: true)
      case "matchPackagePatterns": return texts.contains { matches("/\($0)/", subject.name) }
      case "excludePackageNames": return !texts.contains { matches($0, subject.name) }
      case "matchManagers": return matches(texts, subject.manager, named: false)
      case "matchUpdateTypes": return texts.contains(subject.step.rawValue)
      case "matchDepTypes": return texts.contains(site.section)
      case "matchFileNames": return texts.contains { matches($0, site.file) }
      case "matchCurrentVersion":
        let isZero = subject.current.hasPrefix("0")
        return texts == ["!/^0/"] ? !isZero : texts == ["/^0/"] ? isZero : isFulfilled
      default: return true
      }
    }
  }

  private func matches(_ patterns: [String], _ name: String, named: Bool) -> Bool {
    guard !patterns.isEmpty else { return false }
    let excluded = patterns.filter { $0.hasPrefix("!") }.map { String($0.dropFirst()) }
    let included = patterns.filter { !$0.hasPrefix("!") }
    return (included.isEmpty || included.contains { matches($0, name) })
      && !excluded.contains { matches($0, name) }
  }

  private func matches(_ pattern: String, _ name: String) -> Bool {
    if pattern == "*" { return true }
    guard pattern.hasPrefix("/"), pattern.utf8.count > 1 else {
      return glob(Array(pattern.lowercased()), Array(name.lowercased()))
    }
    let end = pattern.lastIndex(of: "/") ?? pattern.endIndex
    var source = String(pattern[..<end].dropFirst())
    let ignoresCase = pattern.hasSuffix("i") || source.hasPrefix("(?i)")
    if source.hasPrefix("(?i)") { source.removeFirst(4) }
    guard let expression = try? RegularExpression(source, ignoresCase: ignoresCase) else {
      return isFulfilled
    }
    return expression.matches(name)
  }

  /// A star matches anything but slashes, two stars between slashes match slashes, too.
  private func glob(_ pattern: [Character], _ text: [Character]) -> Bool {
    if pattern.starts(with: "**/") {
      return glob(Array(pattern.dropFirst(3)), text)
        || text.indices.contains { text[$0] == "/" && glob(pattern, Array(text[($0 + 1)...])) }
    }
    if pattern == ["*", "*"] { return true }
    guard let first = pattern.first else { return text.isEmpty }
    if first == "{", let close = pattern.firstIndex(of: "}") {
      return pattern[1..<close].split(separator: ",").contains { choice in
        glob(Array(choice) + pattern[(close + 1)...], text)
      }
    }
    let rest = Array(pattern.dropFirst())
    if first == "*" {
      return glob(rest, text)
        || (text.first.map { $0 != "/" } ?? false) && glob(pattern, Array(text.dropFirst()))
    }
    return text.first == first && glob(rest, Array(text.dropFirst()))
  }
}

extension RepositoryFile {
  /// martlet's decision about an update; nil without an entry.
  fileprivate func decision(_ subject: Subject) -> Decision {
    let selection = ecosystems[subject.word]
    guard let entry = updates.first(where: { $0.ecosystem == selection }) else {
      return Decision(isEnabled: false)
    }
    var facts = RuleSubject(subject.names)
    facts.manifests = subject.sites.map(\.file)
    facts.sections = Set(subject.sites.map { $0.section == "action" ? "uses" : $0.section })
    facts.current = subject.current
    facts.step = subject.step
    let isZero = subject.current.hasPrefix("0")
    let satisfies = { (_: String, range: String) -> Bool in (range == "< 1") == isZero }
    let isListed = entry.ignore.contains { rule in
      subject.names.contains { rule.name.matches($0) }
        && (rule.ignoresEverything || rule.updateTypes.contains(subject.step))
    }
    let applied = AppliedRules(entry.rules, to: facts, satisfies: satisfies)
    let isIgnored = isListed || (applied.setting(\.ignores).value ?? false)
    let merge = entry.automerge(of: facts, satisfies: satisfies)
    return Decision(
      isEnabled: !isIgnored, merges: merge?.updateTypes.contains(subject.step) ?? false)
  }
}

/// Rules of random parts.
private struct Rules {
  var generator: Seeded

  private static let conditions: [[String]] = [
    [
      "matchPackageNames: ['react']", "matchPackageNames: ['react*']",
      "matchPackageNames: ['*lint*']", "matchPackageNames: ['!react']", "matchPackageNames: []",
      "matchPackageNames: ['*', '!@types/**']", "matchPackageNames: ['/^re/', '/NODE/i']",
      "matchPackageNames: ['/(?!x)y/']", "matchPackageNames: ['apple/swift-nio']",
      "matchPackageNames: ['swift-nio']", "matchPackageNames: ['actions/*', '@types/{node,x}']",
      "matchPackageNames: ['docker/**']", "matchPackageNames: ['/nio$/']",
      "matchPackagePatterns: ['^react', 'check']", "excludePackageNames: ['eslint']",
      "matchDepNames: ['react'], matchPackageNames: ['eslint']",
    ],
    [
      "matchManagers: ['npm']", "matchManagers: ['swift', 'github-actions']",
      "matchManagers: ['!npm']", "matchManagers: ['gomod']", "matchManagers: ['nvm']",
      "matchManagers: ['bun']",
    ],
    [
      "matchUpdateTypes: ['major']", "matchUpdateTypes: ['minor', 'patch']",
      "matchUpdateTypes: ['patch', 'digest']", "matchUpdateTypes: ['pin']",
    ],
    ["matchDepTypes: ['devDependencies']", "matchDepTypes: ['dependencies', 'action']"],
    [
      "matchFileNames: ['package.json']", "matchFileNames: ['docs/**']",
      "matchFileNames: ['packages/*/package.json']", "matchFileNames: ['**/*.yml', '.nvmrc']",
    ],
    [
      "matchCurrentVersion: '!/^0/'", "matchCurrentVersion: '/^0/'", "matchCurrentVersion: '1.2.0'",
    ],
    ["matchSourceUrls: ['x']", "extends: ['packages:linters']", "matchCurrentAge: '> 1y'"],
  ]

  private static let settings = [
    "automerge: true", "automerge: false", "enabled: false", "enabled: true",
    "major: {automerge: true}", "minor: {enabled: false}", "patch: {automerge: false}",
    "automerge: true, minor: {automerge: false}", "automerge: true, labels: ['x']",
  ]

  private static let roots = [
    "automerge: true", "minor: {automerge: true}", "major: {automerge: false}",
    "enabledManagers: ['npm', 'swift']", "enabledManagers: ['nvm', 'npm']",
    "npm: {automerge: true}", "npm: {enabled: false}", "patch: {enabled: false}", "enabled: true",
    "nvm: {enabled: true}",
  ]

  mutating func configuration() -> String {
    var parts = (0..<Int.random(in: 0...2, using: &generator)).compactMap { _ in
      Self.roots.randomElement(using: &generator)
    }
    // A repeated key would replace the former one.
    parts = parts.filter { part in
      parts.filter { $0.prefix { $0 != ":" } == part.prefix { $0 != ":" } }.count == 1
    }
    let rules = (0..<Int.random(in: 1...3, using: &generator)).map { _ in rule() }
    return
      "{\((parts + ["packageRules: [\(rules.joined(separator: ", "))]"]).joined(separator: ", "))}"
  }

  private mutating func rule() -> String {
    var parts: [String] = []
    for _ in 0..<Int.random(in: 0...2, using: &generator) {
      guard let kind = Self.conditions.randomElement(using: &generator),
        let part = kind.randomElement(using: &generator),
        !parts.contains(where: { $0.prefix { $0 != ":" } == part.prefix { $0 != ":" } })
      else { continue }
      parts.append(part)
    }
    if let setting = Self.settings.randomElement(using: &generator) { parts.append(setting) }
    return "{\(parts.joined(separator: ", "))}"
  }
}

private let subjects: [Subject] = {
  let sites: [[(file: String, section: String)]] = [
    [("package.json", "dependencies")], [("package.json", "devDependencies")],
    [("docs/package.json", "devDependencies")], [("packages/a/b/package.json", "dependencies")],
    [("package.json", "dependencies"), ("packages/a/package.json", "devDependencies")],
  ]
  var all: [Subject] = []
  for step in Step.allCases {
    for (index, name) in ["react", "react-dom", "@types/node", "eslint", "@x/lint-y"].enumerated() {
      for (position, site) in sites.enumerated() where (position + index).isMultiple(of: 2) {
        all.append(
          Subject(
            manager: "npm", word: "npm", name: name, names: [name], sites: site,
            current: position == 1 ? "0.3.0" : "1.2.0", step: step))
      }
    }
    for name in ["apple/swift-nio", "acme/react"] {
      all.append(
        Subject(
          manager: "swift", word: "swift", name: name,
          names: [String(name.drop { $0 != "/" }.dropFirst()), "github.com/\(name)"],
          sites: [("Package.swift", "")], current: "1.2.0", step: step))
    }
    for name in ["actions/checkout", "docker/build-push-action", "acme/tools"] {
      all.append(
        Subject(
          manager: "github-actions", word: "github-actions", name: name, names: [name],
          sites: [(".github/workflows/ci.yml", "action")], current: "1.2.0", step: step))
    }
    for (manager, file) in [("nvm", ".nvmrc"), ("ruby-version", ".ruby-version")] {
      all.append(
        Subject(
          manager: manager, word: "runtimes", name: "node", names: ["node"],
          sites: [(file, "version")], current: "1.2.0", step: step))
    }
  }
  return all
}()

@Suite struct `Imported rules` {
  private func file(_ text: String) throws -> (file: RepositoryFile, findings: [Finding]) {
    let result = importedRenovate(
      SourceText(file: "renovate.json", text), ecosystems: ecosystems,
      schema: FileKind.repository.schema(ecosystems))
    let new = try #require(result.text, "\(text): \(result.findings)")
    let source = SourceText(file: "martlet.yml", new)
    let file = try #require(RepositoryFile.read(source, ecosystems: ecosystems).value)
    return (file, result.findings)
  }

  @Test(arguments: 0..<8)
  func `merge nothing that Renovate wouldn't, and hold nothing back silently`(seed: Int) throws {
    var rules = Rules(generator: Seeded(state: UInt64(seed) &* 7_919 &+ 3))
    for _ in 0..<60 {
      let text = rules.configuration()
      let (file, findings) = try file(text)
      let root = try JSON5Node(parsing: SourceText(file: "renovate.json", text))
      for model in [Model(root: root, isFulfilled: true), Model(root: root, isFulfilled: false)] {
        for subject in subjects {
          let fault = fault(subject, file.decision(subject), model, findings)
          #expect(fault == nil, "\(text) \(subject)")
        }
      }
    }
  }

  /// The fault of a decision; nil if it is right.
  private func fault(
    _ subject: Subject, _ found: Decision, _ model: Model, _ findings: [Finding]
  ) -> String? {
    let expected = subject.sites.map { model.decision(subject, $0) }
    if found.isEnabled, found.merges, !expected.allSatisfy({ $0.isEnabled && $0.merges }) {
      return "merged"
    }
    guard expected.count == 1, let only = expected.first else { return nil }
    let isReported = findings.contains {
      $0.severity == .warning || $0.message.contains("doesn't switch")
        || $0.message.contains("can apply to more")
    }
    // Most repositories have no such files, and the head of the new file names them.
    let isOptional = subject.word == "runtimes" && !found.isEnabled
    guard !isReported, !isOptional, found.isEnabled != only.isEnabled else { return nil }
    return found.isEnabled ? "proposed" : "held back"
  }
}

/// A generator with a known sequence.
private struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}
