import Changelogs
import Ecosystem
import Languages

/// The section "What to look at first" of a body.
///
/// Pure.
struct ReviewPoints {
  /// The number of names to show in a list.
  private static let namesShown = 8

  var annotation: Annotation
  /// Packages that change only because of the leads.
  var followers: [Move]
  /// The names of the updated dependencies, in the order of the body.
  var leads: [String]
  /// The advisories that the update fixes.
  var fixes: [Fix] = []
  /// Packages from unknown origins.
  var foreign: [ForeignSource] = []
  /// Versions whose contents changed after the pull request was opened.
  var changed: [ChangedContent] = []
  /// What other packages replace.
  var replaced: [Replacement] = []
  var language = Language.english

  /// A heading with a list; empty if there are no points.
  func text(_ room: inout BodyBudget) -> String {
    room.fit(
      lines.map { "- \($0)" }, after: [language("### What to look at first"), ""], share: 0.4
    ) {
      language("- … and \($0) more: see the release notes and the lock file")
    }
  }

  /// The points, most important first.
  var lines: [String] {
    let origins = annotation.warnings.filter { $0.originOf != nil }
    let others = annotation.warnings.filter { $0.originOf == nil }
    return hosts + replaced.unique.map(point) + changed.map(point) + origins.map(point)
      + held(by: origins) + fixes.map(point)
      + annotation.impacts.points(in: language) + leads.flatMap(highlights)
      + others.map(point) + [arrived, left].compactMap(\.self)
      + leads.compactMap(evidence) + annotation.held.map(point)
      + leads.compactMap(uses)
  }

  /// Says that people decide about versions of another origin.
  private func held(by origins: [Warning]) -> [String] {
    guard !origins.isEmpty else { return [] }
    return [
      language("martlet does not merge this update automatically, because its origin changed.")
    ]
  }

  private func evidence(of lead: String) -> String? {
    annotation.evidence[lead].map { language("\(code(lead)) is \($0).") }
  }

  private func point(_ replaced: Replacement) -> String {
    language(
      "**Another package**: code that imports \(code(replaced.old)) may have to change, because "
        + "\(code(replaced.new)) can have other names. martlet edits no code, and does not merge this "
        + "pull request automatically.")
  }

  private func point(_ held: HeldBackRelease) -> String {
    let reason = inMarkdown(language.translated(held.reason))
    return language("\(code(held.name)) \(code(held.version)) is held back: it \(reason).")
  }

  private func point(_ changed: ChangedContent) -> String {
    language(
      "**Changed afterwards**: \(code(changed.subject)) was \(code(changed.before)) when this pull "
        + "request was opened, and is \(code(changed.after)) now. The branch keeps the former. "
        + "martlet neither changes nor merges this pull request until `@martlet recreate` accepts "
        + "the latter.")
  }

  /// A line for each unknown origin.
  private var hosts: [String] {
    foreign.map(\.origin).unique.map { origin in
      let packages = foreign.filter { $0.origin == origin }.map(\.package)
      let list = shortList(packages, of: Message("packages"), language)
      let comes =
        packages.count == 1
        ? language("**Unknown host**: \(list) comes from ")
        : language("**Unknown host**: \(list) come from ")
      return comes
        + language(
          "\(code(origin)), which neither the project nor the operator names. "
            + "martlet does not merge this update automatically.")
    }
  }

  private func point(_ fix: Fix) -> String {
    let alert = fix.alert
    let names =
      alert.aliases.map { code($0) } + [alert.severity.map { code($0) }].compactMap(\.self)
    let aside = names.isEmpty ? "" : " (\(language.list(names)))"
    let summary = Sanitiser.line(alert.summary, base: LinkBase(page: alert.page))
    let ranges = language.list(alert.ranges.map { code($0) })
    let advisory = "[\(alert.id)](\(alert.page))\(aside)"
    let remaining = fix.remaining ?? []
    let sentence =
      remaining.isEmpty
      ? language("**Security**: \(code(fix.dependency)) is no longer affected by \(advisory)")
      : language(
        "**Security**: \(code(fix.dependency)) is updated only partly for \(advisory); "
          + "\(language.list(remaining.map { code($0) })) is affected too, and stays in the lock, "
          + "because other packages need it")
    return sentence
      + (summary.isEmpty ? "" : ": \(summary)")
      + (ranges.isEmpty ? "" : language(" — affected versions: \(ranges)"))
  }

  private func highlights(of lead: String) -> [String] {
    (annotation.highlights[lead] ?? []).map { highlight in
      let name = leads.count > 1 ? "\(code(lead)): " : ""
      return "\(name)[\(title(highlight.kind))](\(highlight.page)): \(highlight.text)"
    }
  }

  private func title(_ kind: Highlight.Kind) -> String {
    switch kind {
    case .security: language("Security")
    case .breaking: language("Breaking change")
    case .deprecation: language("Deprecation")
    case .upgradeGuide: language("Upgrading")
    }
  }

  private func point(_ warning: Warning) -> String {
    switch warning {
    case .installScript(let package, let version):
      language(
        "\(code(package)) \(code(version)) runs an install script; the current version does not.")
    case .newPublisher(let package, let publisher):
      language(
        "\(code(package)) was published by \(code(publisher)), who did not publish any version up "
          + "to the current one.")
    case .repositoryMoved(let package, let old, let new):
      language("The repository of \(code(package)) changed from \(code(old)) to \(code(new)).")
    case .publisherLost(let package, let version, let from):
      language(
        "The registry doesn't say who published \(code(package)) \(code(version)); \(code(from)) "
          + "published the current version.")
    case .repositoryLost(let package, let version, let from):
      language(
        "\(code(package)) \(code(version)) names no repository; the current version names "
          + "\(code(from)).")
    case .provenanceLost(let package, let version):
      language(
        "\(code(package)) \(code(version)) has no provenance attestation; the current version has "
          + "one.")
    case .otherPlatform(let package, let version, let needs):
      language(
        "\(code(package)) \(code(version)) doesn't support the platform that this pull request was "
          + "made for: \(code(needs)). It can be installed only on a platform that it supports.")
    case .unmetPeer(let package, let version, let peer, let range, let found):
      language(
        "\(code(package)) \(code(version)) wants \(code(peer)) \(code(range)) as a peer, and gets "
          + "\(code(found)).")
    case .divergentPeer(let package, let version, let peer, let range, let found):
      language(
        "\(code(package)) \(code(version)) wants \(code(peer)) \(code(range)) as a peer; another "
          + "manifest has \(code(found)).")
    case .deprecated(let package, let version, let message):
      message.isEmpty
        ? language("\(code(package)) \(code(version)) is deprecated.")
        : language("\(code(package)) \(code(version)) is deprecated: \(code(message))")
    case .hashReplaced(let lock):
      language(
        "\(code(lock)) had an \(code("originHash")) that the project's manifests and packages don't "
          + "give. The computed one replaces it.")
    case .unchecked(let package, let version, let change, let reason):
      language(
        "\(code(package)) \(code(version)) \(inMarkdown(language.translated(change))). Whether the "
          + "project can use that isn't known: \(inMarkdown(reason)).")
    }
  }

  private var arrived: String? {
    let added = followers.filter { $0.from == nil }
    guard !added.isEmpty else { return nil }
    return added.count == 1
      ? language("1 package is added (\(names(added))).")
      : language("\(added.count) packages are added (\(names(added))).")
  }

  private var left: String? {
    let removed = followers.filter { $0.to == nil }
    guard !removed.isEmpty else { return nil }
    return removed.count == 1
      ? language("1 package is removed (\(names(removed))).")
      : language("\(removed.count) packages are removed (\(names(removed))).")
  }

  /// Returns `a, b, 1 more`.
  private func names(_ moves: [Move]) -> String {
    var names = moves.prefix(Self.namesShown).map { code($0.name) }
    let rest = moves.count - names.count
    if rest > 0 { names.append(language("\(rest) more")) }
    return language.list(names)
  }

  private func uses(of lead: String) -> String? {
    guard let uses = annotation.uses[lead], uses.read > 0 else { return nil }
    let bound =
      uses.read < uses.candidates
      ? language(" of \(uses.read) examined files (\(uses.candidates) candidates)") : ""
    guard !uses.files.isEmpty else { return nil }
    var names = uses.files.prefix(Self.namesShown).map { code($0) }
    if uses.files.count > names.count { names.append("…") }
    let list = language.list(names)
    return uses.files.count == 1
      ? language("\(code(lead)) is imported in 1 file\(bound): \(list)")
      : language("\(code(lead)) is imported in \(uses.files.count) files\(bound): \(list)")
  }
}
