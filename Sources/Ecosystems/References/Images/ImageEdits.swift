import Ecosystem
import Text

extension ImagePart {
  func plan(
    _ targets: [Goal.Target], _ options: UpdateOptions
  ) async throws(Problem) -> EditPlan {
    var plan = EditPlan()
    for target in targets {
      let group = try group(named: target.name)
      guard let version = target.version else { continue }
      let edits = try await edits(of: group, target, to: version, pinning: options.pins)
      guard let first = version.contains("@") ? edits.first : edits.lowest else { continue }
      try options.requireEdits("another tag", of: group.name)
      var changes: [UseEdit] = []
      for edit in edits { changes.append(try edit.edit()) }
      plan.add(changes, of: group.name, reporting: try first.edit())
    }
    return plan
  }
}

/// The change of one use.
private struct ImageEdit {
  var usage: UseInFile<ImageUse>
  var new: ImageReference
  /// The version that the use moves to, as a release has it.
  var version: String

  /// The tag before; with its digest if only the digest changes.
  private var from: String {
    let old = usage.use.image
    return old.tag == new.tag && old.digest != nil ? old.reference : old.tag ?? "latest"
  }

  /// Describes the edit.
  ///
  /// - Throws: a refusal if the name is written in parts.
  func edit() throws(Problem) -> UseEdit {
    let text = try usage.use.text(naming: new)
    return UseEdit(
      file: usage.file, before: usage.use.image.written, after: new.written, from: from,
      to: version, replacements: [(usage.use.range, text)])
  }
}

extension [ImageEdit] {
  /// The edit of the lowest version, which reports show; the first one if none has a version.
  fileprivate var lowest: ImageEdit? { lowestUse(\.usage.use) }
}

extension ImagePart {
  /// Plans the edits of an image's uses: each moves to the newest tag of its form within the version.
  private func edits(
    of group: Group, _ target: Goal.Target, to version: String, pinning: Bool
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
    var edits: [ImageEdit] = []
    for move in UseMove.all(members, to: tag) {
      var image = move.member.use.image
      image.tag = move.new.text
      if image.digest != nil || pinning {
        image.digest = try await registry.digest(of: move.new.text, in: group.image)
      }
      edits.append(ImageEdit(usage: move.member.usage, new: image, version: move.new.text))
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
    _ group: Group, _ members: [Member], tag: String, _ version: String, _ pinning: Bool
  ) async throws(Problem) -> [ImageEdit] {
    var edits: [ImageEdit] = []
    for member in members {
      var image = member.use.image
      guard let own = image.tag, image.digest != nil || pinning else { continue }
      let digest = try await registry.digest(of: own, in: group.image)
      guard image.digest != digest else { continue }
      image.digest = digest
      let isNamed = own == tag
      let edit = ImageEdit(
        usage: member.usage, new: image, version: isNamed ? version : "\(own)@\(digest)")
      edits.insert(edit, at: isNamed ? 0 : edits.endIndex)
    }
    return edits
  }
}
