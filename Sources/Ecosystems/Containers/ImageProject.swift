package import Ecosystem
import Text
import Time
import Versioning

/// Files that name images, parsed.
///
/// There is no lock file: a tag keeps its form, and a digest becomes that of the new tag.
package struct ImageProject: OpenProject {
  /// The project, whose manifest is one of the files.
  package let project: Project
  let files: [ImageFile]
  let groups: [ImageGroup]
  /// The index in `groups` by each name that a group can be asked for.
  private let positions: [String: Int]
  let registry: ImageRegistry

  /// Creates a project.
  ///
  /// - Parameters:
  ///   - project: the project of the files.
  ///   - files: the files with their images.
  ///   - registry: lists tags.
  ///   - namesRegistries: whether the names of dependencies include the registry.
  package init(
    project: Project, files: [ImageFile], registry: ImageRegistry, namesRegistries: Bool = false
  ) {
    self.project = project
    self.files = files.map(\.separatingDigests)
    self.registry = registry
    groups = ImageGroup.groups(of: self.files, namesRegistries: namesRegistries)
    positions = groups.positions
  }

  /// Whether a file names an image.
  package func declares(_ name: String) -> Bool {
    positions[name].map { groups[$0].name == name } ?? false
  }

  /// A use with what the registry says about it.
  struct Member: Sendable {
    var file: Int
    var use: ImageUse
    var state: ImageState
  }

  /// Finds a group by its name, or by its image with the registry.
  func group(named name: String) throws(Problem) -> ImageGroup {
    guard let position = positions[name] else {
      throw Problem(.usage, "is not an image of \(project.directory)", subject: name)
    }
    return groups[position]
  }

  /// Compares the uses of an image, or those that requirements select, with the tags of the registry.
  func members(
    of group: ImageGroup, _ requirements: [Requirement]? = nil
  ) async throws(Problem) -> [Member] {
    let selected = group.members.filter { requirements.include(requirement($0)) }
    let needsTags = selected.contains { $0.use.image.tag?.contains(where: \.isNumber) ?? false }
    let tags = ImageTags(needsTags ? try await registry.tags(of: group.image) : [])
    return selected.map {
      Member(file: $0.file, use: $0.use, state: ImageState($0.use, among: tags))
    }
  }

  /// Lists the uses of an image, or those that requirements select: the path of the file, and the name
  /// with its tag.
  package func references(
    to name: String, _ requirements: [Requirement]? = nil
  ) throws(Problem) -> [(path: String, reference: String)] {
    try group(named: name).members.filter { requirements.include(requirement($0)) }.map {
      (files[$0.file].source.file, $0.use.image.written)
    }
  }

  /// What a use asks for.
  private func requirement(_ member: ImageGroup.Member) -> Requirement {
    Requirement(
      manifest: files[member.file].source.file, section: "image",
      text: member.use.image.reference, locked: member.use.image.tag,
      location: member.use.location)
  }
}

extension ImageProject {
  /// Lists the images, each major version in use with its lowest version.
  package func dependencies() -> [Dependency] {
    groups.flatMap { group in group.lines.map { dependency(group, $0) } }
      + files.flatMap(\.unread).dependencies
  }

  private func dependency(
    _ group: ImageGroup, _ line: RequirementLines<ImageGroup.Member>.Line
  ) -> Dependency {
    let lowest = line.uses.lowest
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
  package func releases(of dependency: Dependency) async throws(Problem) -> [Release] {
    let group = try group(named: dependency.name)
    let members = try await members(of: group, dependency.requirements)
    let ordered = members.filter { $0.state.version != nil }.sorted { left, right in
      guard let one = left.state.version, let other = right.state.version else { return false }
      return one < other
    }
    var releases = mergedVersions(ordered.map(\.state.candidates)).map { tag in
      let steps = members.compactMap { member -> Step? in
        guard let old = member.state.version else { return nil }
        return member.state.choice(for: tag)?.step(from: old)
      }
      return Release(
        version: tag.text, isPrerelease: tag.isPrerelease,
        satisfiesRequirement: tag.text == dependency.current, step: steps.max())
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
  private func datedReleases(_ releases: [Release], of group: ImageGroup) async -> [Release] {
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
    _ members: [Member], of group: ImageGroup
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
  package func pinning(of dependency: Dependency) async throws(Problem) -> Release? {
    let group = try group(named: dependency.name)
    let open = group.members.first {
      $0.use.image.digest == nil && $0.use.image.tag != nil
        && Optional(dependency.requirements).include(requirement($0))
    }
    guard let tag = open?.use.image.tag else { return nil }
    let digest = try await registry.digest(of: tag, in: group.image)
    return Release(version: "\(tag)@\(digest)", satisfiesRequirement: false, step: .patch)
  }

  /// Lists the uses of an image, and whether a tag exists.
  package func explain(_ name: String, version: String?) async throws(Problem) -> [String] {
    let group = try group(named: name)
    var lines = ["\(group.name) is at \(group.members.lowest?.use.image.tag ?? "latest") because:"]
    lines += group.members.map { "  \($0.use.location) uses \($0.use.image.written)" }
    guard let version else { return lines }
    let isThere = try await registry.tags(of: group.image).contains(version)
    return lines + [
      isThere ? "\(group.name):\(version) can be chosen." : "\(group.name) has no tag \(version)."
    ]
  }
}

extension ImageGroup {
  /// The uses by major version; tags without a version belong together.
  fileprivate var lines: [RequirementLines<Member>.Line] {
    RequirementLines(members) { member in
      member.use.image.tag.map { tag in ImageTag(tag)?.major ?? "other" }
    }.lines
  }
}

extension [ImageGroup.Member] {
  /// The use with the lowest version; the first use if none has a version.
  fileprivate var lowest: ImageGroup.Member? {
    let versions = compactMap { member in
      member.use.image.tag.flatMap { ImageTag($0) }.map { (member, $0) }
    }
    return versions.min { $0.1 < $1.1 }?.0 ?? first
  }
}

extension ImageFile {
  /// The file with digests that have no tag among the unread names.
  fileprivate var separatingDigests: ImageFile {
    var file = self
    file.uses.removeAll { $0.image.digest != nil && $0.image.tag == nil }
    file.unread += uses.filter { $0.image.digest != nil && $0.image.tag == nil }.map { use in
      UnsupportedReference(
        use.image.written, "is pinned by a digest without a tag", at: use.location,
        advice: "write the tag in front of the digest: \(use.image.name):TAG@DIGEST")
    }
    return file
  }
}

extension ImageReference {
  /// The tag and the digest, as written.
  var reference: String { (tag ?? "") + (digest.map { "@" + $0 } ?? "") }

  /// The name with tag and digest, as written.
  var written: String {
    name + (tag.map { ":" + $0 } ?? "") + (digest.map { "@" + $0 } ?? "")
  }
}
