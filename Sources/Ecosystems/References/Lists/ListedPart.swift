import Ecosystem
import Text
import Time
import Versioning

/// Places in files that name versions, each with a list of them.
struct ListedPart: ReferencePart {
  /// A use with its file.
  struct Member: Sendable {
    var usage: UseInFile<ListedUse>
    var number: ListedNumber

    var file: String { usage.file }
    var use: ListedUse { usage.use }
  }

  /// The uses by name, in the order of the files.
  let groups: [String: [Member]]
  /// The uses that aren't evaluated.
  let unread: [UnsupportedReference]
  let lists: VersionLists
  let registry: ImageRegistry

  init(_ uses: [UseInFile<ListedUse>], lists: VersionLists, registry: ImageRegistry) {
    var groups: [String: [Member]] = [:]
    var unread: [UnsupportedReference] = []
    for usage in uses {
      let use = usage.use
      let shown = "\(use.name) \(use.current)"
      guard let number = use.number else {
        unread.append(
          UnsupportedReference(shown, "isn't at a version that can be compared", at: use.location))
        continue
      }
      if let first = groups[use.name]?.first, first.use.identity != use.identity {
        unread.append(
          UnsupportedReference(
            shown, "has the name of another dependency, which is listed elsewhere",
            at: use.location))
        continue
      }
      groups[use.name, default: []].append(Member(usage: usage, number: number))
    }
    self.groups = groups
    self.unread = unread
    self.lists = lists
    self.registry = registry
  }

  var isEmpty: Bool { groups.isEmpty }

  func declares(_ name: String) -> Bool { groups[name] != nil }

  private func requirement(_ member: Member) -> Requirement {
    member.usage.requirement(locked: member.number.description)
  }

  /// Lists the names, each major version in use with its lowest version.
  func dependencies() -> [Dependency] {
    groups.sorted { $0.key < $1.key }.flatMap { name, members in
      RequirementLines(members) { $0.number.major }.lines.map { line in
        let lowest = line.uses.min { $0.number < $1.number } ?? line.uses[0]
        var dependency = Dependency(
          name: name, kind: .direct, requirement: lowest.use.current,
          current: lowest.number.description, source: lowest.use.source.address,
          location: lowest.use.location)
        dependency.requirements = line.uses.map(requirement)
        dependency.line = line.name
        return dependency
      }
    } + unread.dependencies
  }

  /// Returns the uses of a name that requirements select.
  private func members(
    of name: String, _ requirements: [Requirement]? = nil
  ) throws(Problem) -> [Member] {
    guard let all = groups[name] else {
      throw Problem(.usage, "is not named by the files", subject: name)
    }
    return all.filter { requirements.include(requirement($0)) }
  }

  /// Lists the versions that the uses can move to, oldest first.
  func releases(of dependency: Dependency) async throws(Problem) -> [Release] {
    let members = try members(of: dependency.name, dependency.requirements)
    guard let lowest = members.min(by: { $0.number < $1.number }) else { return [] }
    let all = try await candidates(of: lowest)
    var releases: [Release] = []
    for (number, version) in all {
      let steps = members.compactMap { $0.moved(to: number).flatMap(\.step) }
      let isDecision = members.contains { $0.use.isDecision } && !steps.isEmpty
      var release = Release(
        version: number.description, published: version.published,
        isPrerelease: number.isPrerelease || version.isPrerelease,
        satisfiesRequirement: number.description == lowest.number.description,
        step: isDecision ? .major : steps.max())
      release.deprecation = version.deprecation
      if release.step != nil {
        let isOther = number.major != lowest.number.major
        release.heldBack = isOther ? version.heldBackOutside : nil
        for member in members where member.moved(to: number)?.text != member.use.current {
          release.heldBack =
            release.heldBack ?? member.use.blocker ?? excess(of: member, at: number)
        }
        if release.heldBack == nil {
          release.heldBack = try await missingTag(of: members, at: number)
        }
      }
      releases.append(release)
    }
    let newer = all.indices.filter { releases[$0].step != nil && releases[$0].published == nil }
    let times = try await lists.times(of: newer.map { all[$0].1.text }, in: lowest.use.source)
    for index in newer { releases[index].published = times[all[index].1.text] }
    return releases
  }

  /// Returns the versions that a use can name, oldest first.
  private func candidates(
    of member: Member
  ) async throws(Problem) -> [(ListedNumber, ListedVersion)] {
    let versions = try await lists.versions(of: member.use.source)
    var seen: Set<ListedNumber> = []
    return versions.compactMap { version in
      ListedNumber(version.text, member.use.rules).map { ($0, version) }
    }
    .filter { member.moved(to: $0.0) != nil && seen.insert($0.0).inserted }
    .sorted { ($0.0, $0.0.text) < ($1.0, $1.0.text) }
  }

  /// Says which other version of the files a version exceeds; nil if none.
  private func excess(of member: Member, at number: ListedNumber) -> String? {
    guard let name = member.use.ceiling,
      let lowest = groups[name]?.min(by: { $0.number < $1.number }),
      let text = member.moved(to: number)?.text, let new = ListedNumber(text, member.use.rules),
      lowest.number < new
    else { return nil }
    return "exceeds \(name) \(lowest.use.current), which \(lowest.file) names"
  }

  /// Says which image a version would need that doesn't exist; nil if none.
  private func missingTag(
    of members: [Member], at number: ListedNumber
  ) async throws(Problem) -> String? {
    for member in members {
      guard let tag = member.use.tag, let text = member.moved(to: number)?.text else { continue }
      let name = text + tag.suffix
      guard try await registry.tags(of: tag.image).contains(name) else {
        return "has no image \(tag.image.name):\(name)"
      }
    }
    return nil
  }

  /// Plans the replacements for targets, without applying them.
  func plan(_ targets: [Goal.Target], _ options: UpdateOptions) async throws(Problem) -> EditPlan {
    var plan = EditPlan()
    for target in targets {
      let members = try members(of: target.name, target.requirements)
      guard let text = target.version,
        let lowest = members.min(by: { $0.number < $1.number })
      else { continue }
      let found = try await candidates(of: lowest).first {
        $0.0.description == text || $0.0.text == text
      }
      guard let (number, version) = found else {
        throw Problem(.usage, "is not a version of \(target.name)", subject: text)
      }
      try plan.add(members, at: number, version, options)
      if let missing = try await missingTag(of: members, at: number) {
        throw Problem(.refused, missing, subject: "\(target.name) \(number.description)")
      }
    }
    return plan
  }

  /// Lists the digests of the versions that a change moves to.
  func contentIdentities(in change: Change) async throws(Problem) -> [ContentIdentity] {
    var result: [ContentIdentity] = []
    for move in change.moves {
      guard let to = move.to, let member = groups[move.name]?.first else { continue }
      let found = try await candidates(of: member).first { $0.0.description == to }
      guard let value = found?.1.digests.first else { continue }
      result.append(ContentIdentity(package: move.name, version: to, value: value))
    }
    return result
  }

  /// Lists the uses of a name, and whether a version exists.
  func explain(_ name: String, version: String?) async throws(Problem) -> [String] {
    let members = try members(of: name)
    guard let lowest = members.min(by: { $0.number < $1.number }) else { return [] }
    var lines = ["\(name) is at \(lowest.number.description) because:"]
    lines += members.map(\.usage.explanation)
    guard let version else { return lines }
    let isKnown = try await candidates(of: lowest).contains {
      $0.0.description == version || $0.0.text == version
    }
    return lines + [
      isKnown ? "\(name) \(version) can be chosen." : "\(name) has no version \(version)."
    ]
  }
}

extension ListedPart.Member {
  /// What a use becomes at another version.
  struct Moved {
    /// The text in the file.
    var text: String
    /// Nil if the text is the same, or older.
    var step: Step?
  }

  /// Returns what the use becomes at a version; nil if it can't name it.
  func moved(to new: ListedNumber) -> Moved? {
    guard let text = new.written(like: number, keepsPrecision: use.keepsPrecision) else {
      return nil
    }
    guard use.keepsPrecision else { return Moved(text: text, step: new.step(from: number)) }
    return Moved(
      text: text, step: ListedNumber(text, use.rules).flatMap { $0.step(from: number) })
  }
}
