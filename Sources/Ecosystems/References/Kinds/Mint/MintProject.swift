import Ecosystem
import Git
import Text

/// A parsed `Mintfile`.
struct MintProject: OpenProject {
  let project: Project
  let file: Mintfile
  let git: Git.Client

  func dependencies() -> [Dependency] {
    file.entries.map { entry in
      Dependency(
        name: entry.name, kind: .direct, group: .development,
        requirement: entry.version ?? "", current: entry.version, source: entry.url,
        location: entry.location)
    }
    .sorted { $0.name < $1.name }
  }

  func declares(_ name: String) -> Bool { file.entries.contains { $0.name == name } }

  /// Finds a package by its name, or by the last part of it.
  private func entry(named name: String) throws(Problem) -> Mintfile.Entry {
    let found =
      file.entries.first { $0.name == name }
      ?? file.entries.first {
        $0.name.slashParts().last?.lowercased() == name.lowercased()
      }
    guard let found else {
      throw Problem(.usage, "is not a package of \(project.manifest)", subject: name)
    }
    return found
  }

  /// Lists the tags that are versions in the style of the present one, oldest first.
  ///
  /// A line without a version, with a branch or with a commit has no releases.
  func releases(of dependency: Dependency) async throws(Problem) -> [Release] {
    let entry = try entry(named: dependency.name)
    let tags = try await tags(of: entry)
    guard let version = entry.version, tags.contains(version), let current = MintVersion(version)
    else { return [] }
    return tags.compactMap { MintVersion($0) }.filter { $0.prefix == current.prefix }.sorted().map {
      Release(
        version: $0.text, isPrerelease: $0.isPrerelease, satisfiesRequirement: $0.text == version,
        step: $0.step(from: current))
    }
  }

  /// Fetches when the tags of versions were made.
  func publicationTimes(
    of versions: [String], _ dependency: Dependency
  ) async -> PublicationTimes {
    await PublicationTimes { () async throws(Problem) in
      let entry = try entry(named: dependency.name)
      let tags = try await references(of: entry).datedTags
      let wanted = Set(versions)
      let objects = tags.filter { wanted.contains($0.key) }
      return await PublicationTimes(ofTags: objects, at: entry.url, git)
    }
  }

  private func tags(of entry: Mintfile.Entry) async throws(Problem) -> [String] {
    try await references(of: entry).compactMap(\.tag)
  }

  private func references(of entry: Mintfile.Entry) async throws(Problem) -> [Reference] {
    do throws(GitError) {
      return try await git.references(entry.url)
    } catch {
      throw Problem(failedRequest: error)
    }
  }

  /// Lists the commits of the tags that a change moves to.
  func contentIdentities(in change: Change) async throws(Problem) -> [ContentIdentity] {
    var result: [ContentIdentity] = []
    for move in change.moves {
      let found = try await references(of: entry(named: move.name)).first { $0.tag == move.to }
      guard let found, let version = move.to else { continue }
      result.append(ContentIdentity(package: move.name, version: version, value: found.commit))
    }
    return result
  }

  /// Edits the tags of packages; every other goal changes nothing, because Mint has no lock.
  func change(toward goal: Goal) async throws(Problem) -> Change {
    guard case .update(let targets, let options) = goal else { return Change(files: [], moves: []) }
    var replacements: [Replacement] = []
    var moves: [Move] = []
    for target in targets {
      let entry = try entry(named: target.name)
      guard let version = target.version, version != entry.version else { continue }
      guard options.strategy != .lockfileOnly else {
        throw Problem(
          .usage, "is written in the Mintfile, which must not be edited",
          subject: "\(entry.name)@\(version)", at: entry.location)
      }
      let tag = try await tag(version, of: entry)
      guard tag != entry.version else { continue }
      replacements.append(
        Replacement(file: project.manifest, range: entry.versionRange, text: tag))
      moves.append(
        Move(
          name: entry.name, from: entry.version, to: tag, kind: .direct, group: .development,
          requirement: .init(before: entry.version ?? "", after: tag)))
    }
    guard !replacements.isEmpty else { return Change(files: [], moves: []) }
    return Change(files: [try edited(by: replacements, moves)], moves: moves)
  }

  /// Finds the tag of a version: `v1.2.0` for `v1.2.0` or `1.2.0`.
  ///
  /// - Throws: a refusal if the line has no version, a branch or a commit.
  private func tag(_ version: String, of entry: Mintfile.Entry) async throws(Problem) -> String {
    let tags = try await tags(of: entry)
    guard let current = entry.version else {
      throw Problem(
        .refused, "has no version: Mint takes the newest tag", subject: entry.name,
        at: entry.location, advice: "write `\(entry.repository)@\(version)`")
    }
    guard tags.contains(current) else {
      throw Problem(
        .refused, "follows a branch or a commit, not a tag", subject: "\(entry.name)@\(current)",
        at: entry.location)
    }
    let prefix = MintVersion(current)?.prefix ?? ""
    guard let tag = [version, prefix + version].first(where: tags.contains) else {
      throw Problem(.usage, "has no such tag", subject: "\(entry.name) \(version)")
    }
    return tag
  }

  /// Applies edits, and checks by parsing again that only the intended versions changed.
  private func edited(
    by replacements: [Replacement], _ moves: [Move]
  ) throws(Problem) -> FileChange {
    let after = try file.text.edited(by: replacements)
    let versions = Dictionary(moves.map { ($0.name, $0.to) }) { first, _ in first }
    let expected = file.entries.map { versions[$0.name] ?? $0.version }
    guard try Mintfile(after).entries.map(\.version) == expected else {
      throw Problem(.failed, "would change other packages", subject: project.manifest)
    }
    return FileChange(path: project.manifest, before: file.text.bytes, after: after.bytes)
  }

  /// Says which line names the version.
  func explain(_ name: String, version: String?) async throws(Problem) -> [String] {
    let entry = try entry(named: name)
    let written = entry.version.map { "is at \($0)" } ?? "has no version"
    var lines = ["\(entry.name) \(written), as \(entry.location) says."]
    if let version {
      let tag = try await tag(version, of: entry)
      lines.append("\(entry.name) \(tag) can be chosen.")
    }
    return lines
  }
}
