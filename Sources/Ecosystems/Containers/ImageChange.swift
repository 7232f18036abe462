package import Ecosystem
package import Text

extension ImageProject {
  /// Edits the tags and digests of images.
  ///
  /// Only a stated version changes something: a tag is its own requirement, and there is no lock.
  package func change(toward goal: Goal) async throws(Problem) -> Change {
    guard case .update(let targets, let options) = goal else { return Change(files: [], moves: []) }
    let (replacements, moves, requirements) = try await plan(targets, options)
    var change = Change(
      files: try [FileChange](applying: replacements, to: files.map(\.source)), moves: moves)
    change.requirements = requirements
    return change
  }

  /// Plans the replacements for targets, without applying them.
  package func plan(
    _ targets: [Goal.Target], _ options: UpdateOptions
  ) async throws(Problem) -> (
    replacements: [Replacement], moves: [Move], requirements: [RequirementEdit]
  ) {
    var replacements: [Replacement] = []
    var moves: [Move] = []
    var requirements: [RequirementEdit] = []
    for target in targets {
      let group = try group(named: target.name)
      guard let version = target.version else { continue }
      let edits = try await edits(of: group, target, to: version, pinning: options.pins)
      guard let first = version.contains("@") ? edits.first : edits.lowest else { continue }
      guard options.strategy != .lockfileOnly else {
        throw Problem(
          .usage, "needs another tag, which must not be edited", subject: group.name,
          advice: "choose another versioning-strategy than lockfile-only")
      }
      for edit in edits {
        let file = files[edit.file].source.file
        replacements.append(
          Replacement(
            file: file, range: edit.use.range, text: try edit.use.text(naming: edit.new)))
        requirements.append(
          RequirementEdit(
            name: group.name, file: file, before: edit.use.image.written,
            after: edit.new.written))
      }
      moves.append(
        Move(
          name: group.name, from: first.from, to: first.version, kind: .direct,
          requirement: .init(before: first.use.image.written, after: first.new.written)))
    }
    return (replacements, moves, requirements)
  }
}

/// The change of one use.
private struct ImageEdit {
  var file: Int
  var use: ImageUse
  var new: ImageReference
  /// The version that the use moves to, as a release has it.
  var version: String

  /// The tag before; with its digest if only the digest changes.
  var from: String {
    let isRefreshed = use.image.tag == new.tag && use.image.digest != nil
    return isRefreshed ? use.image.reference : use.image.tag ?? "latest"
  }
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
    of group: ImageGroup, _ target: Goal.Target, to version: String, pinning: Bool
  ) async throws(Problem) -> [ImageEdit] {
    let members = try await members(of: group, target.requirements)
    if let sign = version.firstIndex(of: "@") {
      return try await refreshing(
        group, members, tag: String(version[..<sign]), version, pinning)
    }
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

  /// Plans the edits of the digests of tags that stay; pinning adds those that are missing.
  ///
  /// - Parameters:
  ///   - group: the image.
  ///   - members: the uses, which can have different tags; each gets the digest of its own.
  ///   - tag: the tag of the version, whose edit comes first.
  ///   - version: the version that the release has, with the digest of `tag`.
  ///   - pinning: whether uses without a digest get one.
  /// - Returns: the edits of the uses whose digest differs.
  /// - Throws: a failure if the registry doesn't respond.
  private func refreshing(
    _ group: ImageGroup, _ members: [Member], tag: String, _ version: String, _ pinning: Bool
  ) async throws(Problem) -> [ImageEdit] {
    var edits: [ImageEdit] = []
    for member in members {
      var image = member.use.image
      guard let own = image.tag, image.digest != nil || pinning else { continue }
      let digest = try await registry.digest(of: own, in: group.image)
      guard image.digest != digest else { continue }
      image.digest = digest
      let isNamed = own == tag
      let edit = ImageEdit(member, to: image, isNamed ? version : "\(own)@\(digest)")
      edits.insert(edit, at: isNamed ? 0 : edits.endIndex)
    }
    return edits
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
