import Ecosystem
import Text
import Time
import Versioning

/// The tags, branches and commits of repositories that files use.
///
/// There is no lock file: a tag keeps its form, a pinned commit becomes the commit of another tag,
/// and its comment names that tag.
struct TagPart: ReferencePart {
  typealias Member = ResolvedUse<TagUse, TagState>

  /// The uses of one repository in all files.
  struct Group: Sendable {
    /// The name of the dependency: `actions/checkout`.
    var name: String
    var repository: TagUse.Repository
    /// By file and position.
    var uses: [UseInFile<TagUse>]
  }

  let project: Project
  let groups: [Group]
  /// The index in `groups` by name in lower case.
  private let positions: [String: Int]
  let library: TagLibrary

  /// Groups the uses of files by name; hosts ignore case.
  init(_ uses: [UseInFile<TagUse>], of project: Project, library: TagLibrary) {
    self.project = project
    self.library = library
    var groups: [String: Group] = [:]
    for use in uses {
      let new = Group(name: use.use.name, repository: use.use.repository, uses: [])
      groups[new.name.lowercased(), default: new].uses.append(use)
    }
    self.groups = groups.values.sorted {
      ($0.name.lowercased(), $0.name) < ($1.name.lowercased(), $1.name)
    }
    positions = Dictionary(self.groups.enumerated().map { ($1.name.lowercased(), $0) }) {
      first, _ in first
    }
  }

  var isEmpty: Bool { groups.isEmpty }

  func declares(_ name: String) -> Bool {
    positions[name.lowercased()].map { groups[$0].name == name } ?? false
  }

  func knows(_ name: String) -> Bool { positions[name.lowercased()] != nil }

  /// Finds a group by name; hosts ignore case.
  func group(named name: String) throws(Problem) -> Group {
    guard let position = positions[name.lowercased()] else {
      throw Problem(.usage, "is not used by the files of \(project.directory)", subject: name)
    }
    return groups[position]
  }

  /// Looks the uses of a group, or those that requirements select, up in its repository, the lowest
  /// first.
  func members(
    of group: Group, _ requirements: [Requirement]? = nil
  ) async throws(Problem) -> [Member] {
    try await unsortedMembers(of: group, requirements).sorted(by: Self.precedes)
  }

  private func unsortedMembers(
    of group: Group, _ requirements: [Requirement]?
  ) async throws(Problem) -> [Member] {
    let references = try await library.references(of: group.repository)
    return group.uses.map { Member(usage: $0, state: TagState($0.use, in: references)) }
      .filter { requirements.include(requirement($0)) }
  }

  /// Whether a use is lower than another one; uses without a version come last.
  private static func precedes(_ left: Member, _ right: Member) -> Bool {
    guard let one = left.state.exact ?? left.state.version else { return false }
    guard let other = right.state.exact ?? right.state.version else { return true }
    return one < other
  }

  private func requirement(_ member: Member) -> Requirement {
    member.usage.requirement(locked: member.state.version?.description)
  }
}

extension TagPart {
  /// Lists the repositories, each with the lowest version in use.
  ///
  /// A pinned commit has no version of its own, so the repositories are read.
  func dependencies() async throws(Problem) -> [Dependency] {
    let listed = await fetchAll(groups) { (group: Group) async throws(Problem) in
      try await dependencies(of: group)
    }
    return listed.flatMap { group, result in
      switch result {
      case .success(let dependencies): dependencies
      case .failure(let problem): [bare(group, problem)]
      }
    }
  }

  /// Returns a dependency, and the uses of it that aren't evaluated.
  ///
  /// If none of the uses is evaluated, the first one is the dependency.
  private func dependencies(of group: Group) async throws(Problem) -> [Dependency] {
    let members = try await unsortedMembers(of: group, nil)
    var result = bare(group, nil)
    result.source = try await library.references(of: group.repository).url
    let unread = members.sorted(by: Self.precedes).compactMap { member in
      member.state.problem.map { UnsupportedReference("\(group.name)@\(member.use.reference)", $0) }
    }
    let versioned = members.filter { $0.state.version != nil || $0.state.head != nil }
    guard !versioned.isEmpty else {
      result.problem = unread.first?.problem
      return [result] + Array(unread.dropFirst()).dependencies
    }
    let lines = RequirementLines(versioned) { $0.state.major }.lines
    return lines.map { dependency(result, $0) } + unread.dependencies
  }

  /// Describes the uses of one major version, whose version is that of the lowest.
  private func dependency(_ bare: Dependency, _ line: RequirementLines<Member>.Line) -> Dependency {
    var result = bare
    let lowest = line.uses.sorted(by: Self.precedes)[0]
    result.requirement = lowest.use.written
    result.location = lowest.use.location
    result.current = lowest.state.version?.description ?? lowest.use.reference
    result.exactVersion = lowest.state.exact?.description
    result.requirements = line.uses.map(requirement)
    result.line = line.name
    return result
  }

  private func bare(_ group: Group, _ problem: Problem?) -> Dependency {
    let first = group.uses.first?.use
    var dependency = Dependency(
      name: group.name, kind: .direct, requirement: first?.written ?? "",
      current: first?.reference, source: group.repository.publicAddress, location: first?.location,
      problem: problem)
    let address = group.repository.publicAddress
    if case .address = group.repository, address.hasPrefix(TagLibrary.publicHost + "/") {
      dependency.registryName = String(address.dropFirst(TagLibrary.publicHost.count + 1))
    }
    return dependency
  }

  /// Lists the tags that the uses can move to, oldest first.
  ///
  /// Of tags that are equal but for their form, the one in the form of the lowest use is listed.
  /// Commits that follow a branch can move to its head.
  func releases(of dependency: Dependency) async throws(Problem) -> [Release] {
    let group = try group(named: dependency.name)
    let references = try await library.references(of: group.repository)
    let members = try await members(of: group, dependency.requirements)
    let followers = members.filter { $0.state.head != nil }
    if !followers.isEmpty, members.allSatisfy({ $0.state.version == nil }) {
      return try await headReleases(followers, references)
    }
    let tags = mergedVersions(members.map(\.state.candidates))
    var releases = tags.map { tag in
      var release = Release(
        version: tag.description, isPrerelease: tag.isPrerelease,
        satisfiesRequirement: tag.description == dependency.current,
        step: UseMove.step(of: members, to: tag))
      release.exactVersion =
        references.tags[tag.text].flatMap { references.version(of: $0, like: tag) }?.description
      return release
    }
    let newer = releases.indices.filter { releases[$0].step != nil }
    let times = await library.times(of: newer.map { tags[$0].text }, in: references)
    for index in newer {
      releases[index].published = times[tags[index].text].map { Timestamp(seconds: $0) }
    }
    return releases + [unreachable(beyond: tags, members, references)].compactMap(\.self)
  }

  /// The head of the branch that commits follow, unless a commit is newer than it, so that it is
  /// elsewhere; held back if that isn't known.
  private func headReleases(
    _ members: [Member], _ references: TagReferences
  ) async throws(Problem) -> [Release] {
    let late = members.first { $0.use.reference.lowercased() != $0.state.head?.commit }
    guard let late, let head = late.state.head else { return [] }
    let isNewer = try await library.isNewer(
      late.use.reference.lowercased(), than: head.commit, in: references)
    if isNewer == true { return [] }
    var release = Release.head(head.commit, locked: late.use.reference)
    if isNewer == nil {
      release.heldBack = "the server doesn't say whether the pinned commit is older"
    }
    release.satisfiesRequirement = false
    return [release]
  }

  /// The newest tag, if no use can name it in its form.
  private func unreachable(
    beyond tags: [TagVersion], _ members: [Member], _ references: TagReferences
  ) -> Release? {
    guard let form = members.first?.state.version, let newest = tags.last, form.isPlain,
      let tag = references.versions.last(where: { $0.isPlain && !$0.isPrerelease }),
      tag.numbers.count > newest.numbers.count, tag > newest,
      !tag.numbers.starts(with: newest.numbers), let step = tag.step(from: form)
    else { return nil }
    return Release(
      version: tag.description, heldBack: "has no tag as short as \(form.text)",
      satisfiesRequirement: false, step: step)
  }

  /// Returns the version of the lowest use that names a tag, with its commit.
  func pinning(of dependency: Dependency) async throws(Problem) -> Release? {
    let group = try group(named: dependency.name)
    let references = try await library.references(of: group.repository)
    let open = try await members(of: group, dependency.requirements).first {
      !$0.use.isPinned && $0.use.takesCommits && references.tags[$0.use.reference] != nil
        && $0.state.version != nil
    }
    guard let open, let commit = references.tags[open.use.reference],
      let version = open.state.exact ?? open.state.version
    else { return nil }
    return Release(
      version: "\(version)@\(commit)", satisfiesRequirement: false, step: .patch)
  }

  /// Lists the uses of a repository, and whether a version exists.
  func explain(_ name: String, version: String?) async throws(Problem) -> [String] {
    let group = try group(named: name)
    let members = try await members(of: group)
    let state = members.first?.state.version.map { "is at \($0.description)" }
    var lines = ["\(group.name) \(state ?? "follows a branch or a commit") because:"]
    lines += group.uses.map(\.explanation)
    guard let version else { return lines }
    let references = try await library.references(of: group.repository)
    let tag = [version, "v" + version].first { references.tags[$0] != nil }
    guard let tag else { return lines + ["\(group.name) has no tag \(version)."] }
    return lines + ["\(group.name) \(tag) can be chosen."]
  }
}
