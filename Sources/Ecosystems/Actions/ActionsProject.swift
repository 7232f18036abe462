import Containers
import Ecosystem
import Text
import Versioning

/// The workflows and actions of a folder, parsed.
struct ActionsProject: OpenProject {
  let project: Project
  let files: [WorkflowFile]
  let groups: [ActionGroup]
  let library: ActionLibrary
  /// The images that the files name.
  let images: ImageProject

  init(
    project: Project, files: [WorkflowFile], library: ActionLibrary, registry: ImageRegistry
  ) {
    self.project = project
    self.files = files
    self.library = library
    groups = ActionGroup.groups(of: files)
    images = ImageProject(project: project, files: files.map(\.images), registry: registry)
  }

  func declares(_ name: String) -> Bool {
    groups.contains { $0.name == name } || images.declares(name)
  }

  /// A use with what its repository says about it.
  struct Member: Sendable {
    var file: Int
    var use: ActionUse
    var state: UseState
  }

  /// Finds a group by name; hosts ignore case.
  func group(named name: String) throws(Problem) -> ActionGroup {
    let found = groups.first { $0.name.lowercased() == name.lowercased() }
    guard let found else {
      throw Problem(.usage, "is not used by the workflows of \(project.directory)", subject: name)
    }
    return found
  }

  /// Looks the uses of a group up in its repository.
  func members(of group: ActionGroup) async throws(Problem) -> [Member] {
    let references = try await references(of: group)
    return group.members.map {
      Member(file: $0.file, use: $0.use, state: UseState($0.use, in: references))
    }
  }

  func references(of group: ActionGroup) async throws(Problem) -> ActionReferences {
    try await library.references(of: group.repository, at: group.host)
  }
}

extension ActionsProject {
  /// Lists the actions and the images, each with the lowest version in use.
  ///
  /// A pinned commit has no version of its own, so the repositories are read.
  func dependencies() async throws(Problem) -> [Dependency] {
    await fetchAll(groups) { (group: ActionGroup) async throws(Problem) in
      try await dependency(group)
    }
    .map { group, result in
      switch result {
      case .success(let dependency): dependency
      case .failure(let problem): bare(group, problem)
      }
    } + images.dependencies()
  }

  private func dependency(_ group: ActionGroup) async throws(Problem) -> Dependency {
    let members = try await members(of: group)
    var result = bare(group, nil)
    result.source = try await references(of: group).url
    guard let lowest = members.lowest else {
      result.problem = members.first { $0.use.isPinned }?.use.unknownCommit
      return result
    }
    result.current = lowest.state.version?.description
    result.exactVersion = lowest.state.exact?.description
    return result
  }

  private func bare(_ group: ActionGroup, _ problem: Problem?) -> Dependency {
    let first = group.members.first?.use
    return Dependency(
      name: group.name, kind: .direct, requirement: first?.written ?? "",
      current: first?.reference,
      source: "\(group.host ?? ActionLibrary.publicHost)/\(group.repository)",
      location: first?.location, problem: problem)
  }

  /// Lists the tags that the uses can move to, oldest first: those in the form of the use with the
  /// most components.
  func releases(of dependency: Dependency) async throws(Problem) -> [Release] {
    if images.declares(dependency.name) { return try await images.releases(of: dependency) }
    let group = try group(named: dependency.name)
    let references = try await references(of: group)
    let members = try await members(of: group)
    let widest = members.max { left, right in
      (left.state.candidates.last?.numbers.count ?? 0)
        < (right.state.candidates.last?.numbers.count ?? 0)
    }
    return (widest?.state.candidates ?? []).map { tag in
      let steps = members.compactMap { member -> Step? in
        guard let old = member.state.version else { return nil }
        return member.state.choice(for: tag)?.step(from: old)
      }
      var release = Release(
        version: tag.description, isPrerelease: tag.isPrerelease,
        satisfiesRequirement: tag.description == dependency.current, step: steps.max())
      release.exactVersion = references.tags[tag.text].flatMap(references.version)?.description
      return release
    }
  }
}

extension [ActionsProject.Member] {
  /// The member whose reference has the lowest version at present; nil if none names a version.
  var lowest: ActionsProject.Member? {
    filter { $0.state.version != nil }.min { left, right in
      guard let one = left.state.exact ?? left.state.version,
        let other = right.state.exact ?? right.state.version
      else { return false }
      return one < other
    }
  }
}

extension ActionUse {
  /// The reference as reports show it: a commit with the version of its comment.
  var written: String {
    comment.map { isPinned ? "\(reference) # \($0.text)" : reference } ?? reference
  }

  /// Describes a pinned commit without a version.
  fileprivate var unknownCommit: Problem {
    Problem(
      .refused, "is pinned to a commit that no tag of its repository has",
      subject: "\(name)@\(reference)", at: location,
      advice: "pin the commit of a tag, or use a tag")
  }
}
