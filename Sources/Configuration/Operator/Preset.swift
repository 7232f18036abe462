import Ecosystem
import YAML

/// A preset of the operator's file, which repositories' files name in `extends`.
package struct Preset: Hashable, Sendable {
  /// The key in `presets`.
  package var name = ""
  /// The section as in the file, which is merged under a repository's file.
  var content: Node
}

/// When the operator's `defaults` apply.
package enum DefaultsApplication: String, CaseIterable, Hashable, Sendable {
  /// To repositories without a file.
  case withoutFile = "without-file"
  /// Also to keys that are missing in the entries of a repository's file.
  case always
}

extension Shape where Value == [Preset] {
  /// A mapping of names to files of repositories, in which required keys may be missing.
  static func presets(_ ecosystems: EcosystemCatalog) -> Shape {
    let file = Shape<RepositoryFile>.repositoryFile(ecosystems)
    let preset = Shape<Preset>(type: file.type) { node, decoding in
      let isPartial = decoding.isPartial
      decoding.isPartial = true
      defer { decoding.isPartial = isPartial }
      return file.decode(node, &decoding).map { _ in Preset(content: node) }
    }
    return .named(preset) { $0.name = $1 }
  }
}

extension Key where Root == OperatorFile {
  /// The section `defaults`, decoded and as it is.
  static func defaults(_ ecosystems: EcosystemCatalog) -> Key {
    let shape = Shape<UpdateEntry>.defaults(ecosystems)
    return Key("defaults", type: shape.type) { node, file, decoding in
      file.defaults = shape.decode(node, &decoding)
      file.defaultsContent = node
    }
  }
}
