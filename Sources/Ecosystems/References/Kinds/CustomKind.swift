package import Ecosystem
import Text

extension EcosystemID {
  /// References that the configuration describes.
  package static let custom = EcosystemID("custom")
}

extension ReferenceKind {
  /// References that the configuration describes by regular expressions; without an entry it has no
  /// files.
  package static let custom = ReferenceKind(
    .custom, "custom", color: "5319e7", manifests: ["files of `custom`"], directory: { _ in nil },
    parse: { source, _ throws(Problem) in ReferenceFile(source) })

  /// Returns the kind for the files of an entry.
  ///
  /// - Parameters:
  ///   - files: in the order of the entry; a file can have several descriptions.
  ///   - directory: of the one project.
  /// - Returns: a kind that reads only these files.
  static func custom(_ files: [CustomFiles], in directory: String) -> ReferenceKind {
    var kind = custom
    let folder = directory.drop { $0 == "/" }
    let own = { @Sendable (path: String) -> [CustomFiles] in
      guard folder.isEmpty || path.hasPrefix(folder + "/") else { return [] }
      let relative = folder.isEmpty ? path : String(path.dropFirst(folder.utf8.count + 1))
      return files.filter { $0.isFile(relative) }
    }
    kind.directory = { own($0).isEmpty ? nil : directory }
    kind.parse = { source, _ throws(Problem) in
      var file = ReferenceFile(source)
      for files in own(source.file) {
        try CustomReading(files.references).read(source, into: &file)
      }
      file.listed.sort { $0.range.lowerBound < $1.range.lowerBound }
      file.images.sort { $0.range.lowerBound < $1.range.lowerBound }
      return file
    }
    return kind
  }
}

extension ReferenceEcosystem: CustomEcosystem {
  /// Returns the ecosystem of an entry's files; of another kind than `custom`, itself.
  package func reading(
    _ files: [CustomFiles], in directory: String
  ) -> any PackageEcosystem {
    kind.id == .custom && !files.isEmpty
      ? ReferenceEcosystem(.custom(files, in: directory), resources) : self
  }
}
