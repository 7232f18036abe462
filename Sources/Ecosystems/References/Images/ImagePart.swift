import Ecosystem
import Text
import Time
import Versioning

/// The images that files name.
///
/// There is no lock file: a tag keeps its form, and a digest becomes that of the new tag.
struct ImagePart: ReferencePart {
  typealias Member = ResolvedUse<ImageUse, ImageState>

  /// The uses of one image in all files.
  struct Group: Sendable {
    /// The name of the dependency, as in Dependabot: the path without registry, `acme/app`.
    ///
    /// It includes the registry if the project uses images of this path from several ones.
    var name: String
    /// The image without tag and digest.
    var image: ImageReference
    /// By file and position.
    var uses: [UseInFile<ImageUse>]
  }

  let project: Project
  let groups: [Group]
  /// The index in `groups` by each name that a group can be asked for.
  private let positions: [String: Int]
  let registry: ImageRegistry

  /// Groups the uses of files by image.
  ///
  /// - Parameters:
  ///   - uses: that have a tag, or neither tag nor digest.
  ///   - project: the project of the files.
  ///   - registry: lists tags.
  ///   - namesRegistries: whether the names of dependencies include the registry.
  init(
    _ uses: [UseInFile<ImageUse>], of project: Project, registry: ImageRegistry,
    namesRegistries: Bool
  ) {
    self.project = project
    self.registry = registry
    groups = Group.all(uses, namesRegistries: namesRegistries)
    // A name comes before another group's image.
    let names = groups.enumerated().map { ($1.name, $0) }
    let images = groups.enumerated().map { ($1.image.name, $0) }
    positions = Dictionary(names + images) { first, _ in first }
  }

  var isEmpty: Bool { groups.isEmpty }

  func declares(_ name: String) -> Bool {
    positions[name].map { groups[$0].name == name } ?? false
  }

  func knows(_ name: String) -> Bool { positions[name] != nil }

  /// Finds a group by its name, or by its image with the registry.
  func group(named name: String) throws(Problem) -> Group {
    guard let position = positions[name] else {
      throw Problem(.usage, "is not an image of \(project.directory)", subject: name)
    }
    return groups[position]
  }

  /// Compares the uses of an image, or those that requirements select, with the tags of the registry.
  func members(
    of group: Group, _ requirements: [Requirement]? = nil
  ) async throws(Problem) -> [Member] {
    let selected = selected(of: group, requirements)
    let needsTags = selected.contains { $0.use.image.tag?.contains(where: \.isNumber) ?? false }
    let tags = ImageTags(needsTags ? try await registry.tags(of: group.image) : [])
    return selected.map { Member(usage: $0, state: ImageState($0.use, among: tags)) }
  }

  /// Lists the uses of an image, or those that requirements select.
  func uses(
    of name: String, _ requirements: [Requirement]?
  ) throws(Problem) -> [UseInFile<ImageUse>] {
    selected(of: try group(named: name), requirements)
  }

  private func selected(
    of group: Group, _ requirements: [Requirement]?
  ) -> [UseInFile<ImageUse>] {
    group.uses.filter { requirements.include(requirement($0)) }
  }

  private func requirement(_ usage: UseInFile<ImageUse>) -> Requirement {
    usage.requirement(locked: usage.use.image.tag)
  }
}

extension ImagePart.Group {
  /// Groups uses by image, sorted by name.
  static func all(_ uses: [UseInFile<ImageUse>], namesRegistries: Bool) -> [Self] {
    var groups: [String: Self] = [:]
    for use in uses {
      let image = use.use.image
      let new = Self(name: image.repository, image: image.withoutVersion, uses: [])
      groups[image.base, default: new].uses.append(use)
    }
    let counts = Dictionary(groups.values.map { ($0.name, 1) }, uniquingKeysWith: +)
    return groups.values.map { group in
      var group = group
      if namesRegistries || counts[group.name, default: 0] > 1 { group.name = group.image.name }
      return group
    }
    .sorted { $0.name < $1.name }
  }

  /// The uses by major version; tags without a version belong together.
  fileprivate var lines: [RequirementLines<UseInFile<ImageUse>>.Line] {
    RequirementLines(uses) { usage in
      usage.use.image.tag.map { tag in ImageTag(tag)?.major ?? "other" }
    }.lines
  }
}

extension ImagePart {
  /// Lists the images, each major version in use with its lowest version.
  func dependencies() -> [Dependency] {
    groups.flatMap { group in group.lines.map { dependency(group, $0) } }
  }

  private func dependency(
    _ group: Group, _ line: RequirementLines<UseInFile<ImageUse>>.Line
  ) -> Dependency {
    let lowest = line.uses.lowestUse(\.use)
    var dependency = Dependency(
      name: group.name, kind: .direct, requirement: lowest?.use.image.tag ?? "",
      current: lowest?.use.image.tag ?? "latest", source: group.image.base,
      location: lowest?.use.location)
    dependency.requirements = line.uses.map(requirement)
    dependency.line = line.name
    return dependency
  }

  /// Lists the tags that the uses can move to, oldest first; a tag whose digest has changed is
  /// followed by itself with its digest, which is proposed if the policy allows no newer tag.
  ///
  /// Of tags that are equal but for their form, the one in the form of the lowest use is listed.
  func releases(of dependency: Dependency) async throws(Problem) -> [Release] {
    let group = try group(named: dependency.name)
    let members = try await members(of: group, dependency.requirements)
    let ordered = members.filter { $0.state.version != nil }.sorted { left, right in
      guard let one = left.state.version, let other = right.state.version else { return false }
      return one < other
    }
    var releases = mergedVersions(ordered.map(\.state.candidates)).map { tag in
      Release(
        version: tag.text, isPrerelease: tag.isPrerelease,
        satisfiesRequirement: tag.text == dependency.current,
        step: UseMove.step(of: members, to: tag))
    }
    let hasNewer = releases.contains { $0.step != nil && !$0.isPrerelease }
    if hasNewer { releases = await datedReleases(releases, of: group) }
    if let refreshed = try await refreshed(members, of: group) {
      let current = releases.lastIndex { $0.step == nil }
      releases.insert(refreshed, at: current.map { $0 + 1 } ?? 0)
    }
    return hasNewer ? releases : releases + [otherForm(members)].compactMap(\.self)
  }

  /// The number of newest tags whose times are requested, each with up to three requests.
  private static let datedLimit = 8

  /// Adds the times at which the images of the newest tags were made.
  ///
  /// A time is missing if the registry doesn't report it, or if the request fails: the age then counts
  /// from when the tag was first seen, which never makes it older than it is.
  private func datedReleases(_ releases: [Release], of group: Group) async -> [Release] {
    let newer = releases.indices.filter { releases[$0].step != nil }.suffix(Self.datedLimit)
    let times = await withTaskGroup(of: (Int, Timestamp?).self) { tasks in
      for index in newer {
        tasks.addTask { [registry] in
          (index, try? await registry.created(releases[index].version, in: group.image))
        }
      }
      return await tasks.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    var releases = releases
    for (index, time) in times { releases[index].published = time }
    return releases
  }

  /// The newest tag that no use can name in its form, to report it.
  private func otherForm(_ members: [Member]) -> Release? {
    let unordered = members.compactMap(\.state.unordered)
    if unordered.count == members.count, let text = unordered.last {
      return Release(
        version: text, heldBack: "has a form whose order isn't known", satisfiesRequirement: false,
        step: .major)
    }
    let found = members.compactMap { member in
      member.state.otherForm.map { (member.use.image.tag ?? "latest", $0) }
    }
    guard found.count == members.count, let (tag, newest) = found.last else { return nil }
    return Release(
      version: newest.text, heldBack: "has another form than \(tag)", satisfiesRequirement: false,
      step: members.first?.state.version.flatMap(newest.step) ?? .major)
  }

  /// Returns the same tag with its present digest, if a use has another one.
  private func refreshed(
    _ members: [Member], of group: Group
  ) async throws(Problem) -> Release? {
    for member in members {
      guard let old = member.use.image.digest, let tag = member.use.image.tag else { continue }
      let digest = try await registry.digest(of: tag, in: group.image)
      guard digest != old else { continue }
      return Release(
        version: "\(tag)@\(digest)", published: try? await registry.created(tag, in: group.image),
        satisfiesRequirement: false, step: .patch)
    }
    return nil
  }

  /// Returns the tag of the first use without a digest, with its digest.
  func pinning(of dependency: Dependency) async throws(Problem) -> Release? {
    let group = try group(named: dependency.name)
    let open = group.uses.first {
      $0.use.image.digest == nil && $0.use.image.tag != nil
        && Optional(dependency.requirements).include(requirement($0))
    }
    guard let tag = open?.use.image.tag else { return nil }
    let digest = try await registry.digest(of: tag, in: group.image)
    return Release(version: "\(tag)@\(digest)", satisfiesRequirement: false, step: .patch)
  }

  /// Lists the uses of an image, and whether a tag exists.
  func explain(_ name: String, version: String?) async throws(Problem) -> [String] {
    let group = try group(named: name)
    var lines = [
      "\(group.name) is at \(group.uses.lowestUse(\.use)?.use.image.tag ?? "latest") because:"
    ]
    lines += group.uses.map(\.explanation)
    guard let version else { return lines }
    let isThere = try await registry.tags(of: group.image).contains(version)
    return lines + [
      isThere ? "\(group.name):\(version) can be chosen." : "\(group.name) has no tag \(version)."
    ]
  }
}

extension ImagePart {
  /// Lists the digests of the tags that a change moves to, if the files have digests.
  ///
  /// If only the digest of a tag is refreshed, the version has it already.
  func contentIdentities(in change: Change) -> [ContentIdentity] {
    change.moves.compactMap { move in
      guard let version = move.to, !version.contains("@"), let written = move.requirement?.after,
        let sign = written.lastIndex(of: "@")
      else { return nil }
      return ContentIdentity(
        package: move.name, version: version,
        value: String(written[written.index(after: sign)...]))
    }
  }
}

extension Array {
  /// The element whose use has the lowest version; the first one if none has a version.
  func lowestUse(_ use: (Element) -> ImageUse) -> Element? {
    let versions = compactMap { element in
      use(element).image.tag.flatMap { ImageTag($0) }.map { (element, $0) }
    }
    return versions.min { $0.1 < $1.1 }?.0 ?? first
  }
}

extension ImageReference {
  /// The tag and the digest, as written.
  var reference: String { (tag ?? "") + (digest.map { "@" + $0 } ?? "") }

  /// The image without tag and digest.
  var withoutVersion: ImageReference {
    var image = self
    (image.tag, image.digest) = (nil, nil)
    return image
  }

  /// The name with tag and digest, as written.
  var written: String {
    name + (tag.map { ":" + $0 } ?? "") + (digest.map { "@" + $0 } ?? "")
  }
}
