import Ecosystem
import Git
import References
import Text
import Time

/// The submodules of a repository.
struct SubmoduleProject: OpenProject {
  let project: Project
  let submodules: [Submodule]
  let git: Git.Client

  func declares(_ name: String) -> Bool { submodules.contains { $0.entry.path == name } }

  /// Lists the submodules by their paths, each at its tag or at its commit.
  func dependencies() async throws(Problem) -> [Dependency] {
    let found = await fetchAll(Array(submodules.indices)) { (index: Int) async throws(Problem) in
      try await state(of: submodules[index])
    }
    return found.map { index, state in dependency(submodules[index], state) }
      .sorted { $0.name < $1.name }
  }

  private func dependency(
    _ submodule: Submodule, _ state: Result<SubmoduleState, Problem>
  ) -> Dependency {
    var dependency = Dependency(
      name: submodule.entry.path, kind: .direct, requirement: submodule.entry.branch ?? "",
      current: submodule.commit, source: submodule.url, location: submodule.entry.location)
    switch state {
    case .success(let state): dependency.current = state.tag?.description ?? submodule.commit
    case .failure(let problem): dependency.problem = problem
    }
    return dependency
  }

  private func submodule(named name: String) throws(Problem) -> Submodule {
    let found =
      submodules.first { $0.entry.path == name }
      ?? submodules.first { TreePath.name(of: $0.entry.path).lowercased() == name.lowercased() }
    guard let found else { throw Problem(.usage, "is not a submodule", subject: name) }
    return found
  }

  private func state(of submodule: Submodule) async throws(Problem) -> SubmoduleState {
    if let problem = submodule.problem { throw problem }
    guard let url = submodule.url else {
      throw Problem(.refused, "has no address", subject: submodule.entry.path)
    }
    let references: [Reference]
    do throws(GitError) {
      references = try await git.references(url)
    } catch {
      throw Problem(failedRequest: error)
    }
    return try SubmoduleState(of: submodule, in: references)
  }

  /// Lists the tags of the present one's form, oldest first; or the head of the followed branch.
  func releases(of dependency: Dependency) async throws(Problem) -> [Release] {
    let submodule = try submodule(named: dependency.name)
    let state = try await state(of: submodule)
    if let head = state.head { return [.head(head, locked: submodule.commit)] }
    guard let current = state.tag else { return [] }
    var releases = state.tags.map { tag, _ in
      Release(
        version: tag.description, isPrerelease: tag.isPrerelease,
        satisfiesRequirement: tag == current, step: tag.step(from: current))
    }
    let newer = releases.indices.filter { releases[$0].step != nil }
    let times = await times(of: newer.map { state.tags[$0].commit }, in: submodule)
    for index in newer { releases[index].published = times[state.tags[index].commit] }
    return releases
  }

  /// When commits were made; without an answer, their age counts from when they are first seen.
  private func times(
    of commits: [String], in submodule: Submodule
  ) async -> [String: Timestamp] {
    guard let url = submodule.url, !commits.isEmpty,
      let times = try? await git.times(url, commits)
    else { return [:] }
    return times.mapValues { Timestamp(seconds: $0) }
  }

  /// Moves submodules to commits.
  ///
  /// A change of a submodule is one of its path, whose contents are the commit's name.
  func change(toward goal: Goal) async throws(Problem) -> Change {
    guard case .update(let targets, let options) = goal else { return Change(files: [], moves: []) }
    var change = Change(files: [], moves: [])
    for target in targets {
      let submodule = try submodule(named: target.name)
      let state = try await state(of: submodule)
      guard let aim = try aim(of: target, submodule, state), aim.commit != submodule.commit,
        let old = submodule.commit
      else { continue }
      guard options.strategy != .lockfileOnly || state.tag == nil else {
        throw Problem(
          .usage, "needs another version, which must not be chosen", subject: target.name,
          at: submodule.entry.location,
          advice: "choose another versioning-strategy than lockfile-only")
      }
      change.files.append(
        FileChange(
          path: submodule.entry.path, before: Array(old.utf8), after: Array(aim.commit.utf8)))
      change.moves.append(
        Move(
          name: submodule.entry.path, from: state.tag?.description ?? old, to: aim.version,
          kind: .direct))
    }
    change.files.sort { $0.path < $1.path }
    return change
  }

  /// The commit of a version; the head of the branch without a stated version, and nil if there is
  /// nothing to do.
  private func aim(
    of target: Goal.Target, _ submodule: Submodule, _ state: SubmoduleState
  ) throws(Problem) -> (version: String, commit: String)? {
    if let head = state.head, [nil, head].contains(target.version) { return (head, head) }
    guard let version = target.version else { return nil }
    let found = state.tags.last {
      $0.version.description == version || $0.version.text == version
    }
    guard let found else {
      throw Problem(
        .usage,
        state.head == nil ? "is not a tag of \(target.name)" : "isn't the head of its branch",
        subject: version, at: submodule.entry.location)
    }
    return (found.version.description, found.commit)
  }

  /// Lists the commits of the tags that a change moves to; a commit identifies itself.
  func contentIdentities(in change: Change) async throws(Problem) -> [ContentIdentity] {
    change.moves.compactMap { move in
      let file = change.files.first { $0.path == move.name }
      guard let version = move.to, let commit = file?.after else { return nil }
      let value = String(decoding: commit, as: UTF8.self)
      return value == version
        ? nil : ContentIdentity(package: move.name, version: version, value: value)
    }
  }

  /// Says which commit the tree has, and what it follows.
  func explain(_ name: String, version: String?) async throws(Problem) -> [String] {
    let submodule = try submodule(named: name)
    let state = try await state(of: submodule)
    let path = submodule.entry.path
    let follows =
      state.tag.map { "has the tag \($0.text) and follows the tags" }
      ?? submodule.entry.branch.map { "follows the branch \($0)" } ?? "follows the default branch"
    var lines = ["\(path) is at \(submodule.commit ?? "no commit"); it \(follows)."]
    if let version {
      let isKnown = state.tags.contains {
        $0.version.description == version || $0.version.text == version
      }
      let isChoice = isKnown || state.head == version
      lines.append("\(path) \(version) \(isChoice ? "can be chosen" : "can't be chosen").")
    }
    return lines
  }
}
