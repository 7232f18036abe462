package import Ecosystem
package import Text

extension ImageProject {
  /// Edits the tags and digests of images.
  ///
  /// Only a stated version changes something: a tag is its own requirement, and there is no lock.
  package func change(toward goal: Goal) async throws(Problem) -> Change {
    guard case .update(let targets, let options) = goal else { return Change(files: [], moves: []) }
    let (replacements, moves) = try await plan(targets, options)
    return Change(
      files: try [FileChange](applying: replacements, to: files.map(\.source)), moves: moves)
  }

  /// Plans the replacements for targets, without applying them.
  package func plan(
    _ targets: [Goal.Target], _ options: UpdateOptions
  ) async throws(Problem) -> (replacements: [Replacement], moves: [Move]) {
    var replacements: [Replacement] = []
    var moves: [Move] = []
    for target in targets {
      let group = try group(named: target.name)
      guard let version = target.version else { continue }
      let edits = try await edits(of: group, to: version, pinning: options.pins)
      guard let first = edits.lowest else { continue }
      guard options.strategy != .lockfileOnly else {
        throw Problem(
          .usage, "needs another tag, which must not be edited", subject: group.name,
          advice: "choose another versioning-strategy than lockfile-only")
      }
      for edit in edits {
        replacements.append(
          Replacement(
            file: files[edit.file].source.file, range: edit.use.range,
            text: try edit.use.text(naming: edit.new)))
      }
      moves.append(
        Move(
          name: group.name, from: first.use.image.tag ?? "latest", to: first.version, kind: .direct,
          requirement: .init(before: first.use.image.written, after: first.new.written)))
    }
    return (replacements, moves)
  }
}

/// The change of one use.
private struct ImageEdit {
  var file: Int
  var use: ImageUse
  var new: ImageReference
  /// The version that the use moves to, as a release has it.
  var version: String
}

extension [ImageEdit] {
  /// The edit of the lowest version, which reports show; the first one if none has a version.
  fileprivate var lowest: ImageEdit? {
    let versions = compactMap { edit in
      edit.use.image.tag.flatMap { ImageTag($0) }.map { (edit, $0) }
    }
    return versions.min { $0.1 < $1.1 }?.0 ?? first
  }
}

extension ImageProject {
  /// Plans the edits of an image's uses: each moves to the newest tag of its form within the version.
  ///
  /// A use that is already newer stays, unless all are and the version was asked for.
  private func edits(
    of group: ImageGroup, to version: String, pinning: Bool
  ) async throws(Problem) -> [ImageEdit] {
    if let sign = version.firstIndex(of: "@") {
      return try await refreshing(group, tag: String(version[..<sign]), version, pinning)
    }
    let members = try await members(of: group)
    let tags = try await registry.tags(of: group.image)
    guard let tag = ImageTag(version), tags.contains(version) else {
      throw Problem(.usage, "is not a version of \(group.name)", subject: version)
    }
    let plans = members.compactMap { member -> (Member, ImageTag, ImageTag)? in
      guard let old = member.state.version, let new = member.state.choice(for: tag) else {
        return nil
      }
      return (member, old, new)
    }
    let isLowered = plans.allSatisfy { $0.2 <= $0.1 }
    var edits: [ImageEdit] = []
    for (member, old, new) in plans where new.text != old.text && (isLowered || new > old) {
      var image = member.use.image
      image.tag = new.text
      if image.digest != nil || pinning {
        image.digest = try await registry.digest(of: new.text, in: group.image)
      }
      edits.append(ImageEdit(member, to: image, new.text))
    }
    return edits
  }

  /// Plans the edits of the digests of a tag that stays; pinning adds those that are missing.
  private func refreshing(
    _ group: ImageGroup, tag: String, _ version: String, _ pinning: Bool
  ) async throws(Problem) -> [ImageEdit] {
    let digest = try await registry.digest(of: tag, in: group.image)
    return try await members(of: group).compactMap { member in
      var image = member.use.image
      guard image.tag == tag, image.digest != digest, image.digest != nil || pinning else {
        return nil
      }
      image.digest = digest
      return ImageEdit(member, to: image, version)
    }
  }
}

extension ImageEdit {
  fileprivate init(_ member: ImageProject.Member, to image: ImageReference, _ version: String) {
    file = member.file
    use = member.use
    new = image
    self.version = version
  }
}
