import Ecosystem

/// The uses of one image in all files of a project.
struct ImageGroup: Sendable {
  /// A use with the index of its file.
  struct Member: Sendable {
    var file: Int
    var use: ImageUse
  }

  /// The name of the dependency, as in Dependabot: the path without registry, `acme/app`.
  ///
  /// It includes the registry if the project uses images of this path from several ones.
  var name: String
  /// The image without tag and digest.
  var image: ImageReference
  /// The uses, by file and position.
  var members: [Member]

  /// Groups the images of files, sorted by name.
  static func groups(of files: [ImageFile], namesRegistries: Bool = false) -> [ImageGroup] {
    var groups: [String: ImageGroup] = [:]
    for (index, file) in files.enumerated() {
      for use in file.uses {
        groups[
          use.image.base,
          default: ImageGroup(name: use.image.repository, image: use.image, members: [])
        ]
        .members.append(Member(file: index, use: use))
      }
    }
    let counts = Dictionary(groups.values.map { ($0.name, 1) }, uniquingKeysWith: +)
    return groups.values.map { group in
      var group = group
      if namesRegistries || counts[group.name, default: 0] > 1 { group.name = group.image.name }
      group.image.tag = nil
      group.image.digest = nil
      return group
    }
    .sorted { $0.name < $1.name }
  }
}

extension [ImageGroup] {
  /// The index of each group by its name and by its image; a name comes before another group's image.
  var positions: [String: Int] {
    let names = enumerated().map { ($1.name, $0) }
    let images = enumerated().map { ($1.image.name, $0) }
    return Dictionary(names + images) { first, _ in first }
  }
}

/// What an image's use refers to.
struct ImageState: Sendable {
  /// The version in its tag; nil for another tag or none.
  var version: ImageTag?
  /// The tags of the same form, oldest first.
  var candidates: [ImageTag]

  /// The newest tag that has another form; nil if there is none, or if its own form has newer ones.
  var otherForm: ImageTag?
  /// A tag with higher numbers whose order isn't known; nil without one, or if there is a newer tag.
  var unordered: String?

  /// Selects the tags that a use can move to.
  init(_ use: ImageUse, among tags: ImageTags) {
    version = use.image.tag.flatMap { ImageTag($0) }.flatMap { tags.isCommit($0) ? nil : $0 }
    candidates = version.map { form in tags.ordered.filter { $0.hasForm(of: form) } } ?? []
    if let tag = use.image.tag, !candidates.contains(where: { $0.text != tag && isNewer($0) }) {
      otherForm = tags.newest(beside: tag, version)
      if otherForm == nil { unordered = tags.highest(shapedLike: tag) }
    }
  }

  private func isNewer(_ candidate: ImageTag) -> Bool { version.map { candidate > $0 } ?? false }

  /// Chooses the tag for a version: the newest candidate whose number is at most that of the version,
  /// as far as both state components.
  func choice(for version: ImageTag) -> ImageTag? {
    candidates.last { candidate in
      let count = min(candidate.numbers.count, version.numbers.count)
      let own = candidate.numbers.prefix(count)
      let other = version.numbers.prefix(count)
      if own != other { return own.lexicographicallyPrecedes(other) }
      return candidate.numbers.count < version.numbers.count || candidate <= version
    }
  }
}
