/// A repository of one of the operator's forges.
///
/// Two forges can have repositories of the same name, so neither part alone identifies one.
package struct RepositoryID: Hashable, Sendable {
  /// The operator's name of the forge, as in `forges: [{name: hub}]`.
  package var forge: String
  /// The name on the forge.
  package var name: RepositoryName

  /// Creates the identity of a repository on a forge.
  package init(forge: String, name: RepositoryName) {
    self.forge = forge
    self.name = name
  }

  /// Parses a `description`; nil unless the text has that form.
  package init?(_ text: String) {
    guard let slash = text.utf8.firstIndex(of: UInt8(ascii: "/")), slash > text.startIndex,
      let name = RepositoryName(String(text[text.utf8.index(after: slash)...]))
    else { return nil }
    self.init(forge: String(text[..<slash]), name: name)
  }

  /// Whether both are the same repository if the case of names is ignored, as hosts do.
  package func isSame(as other: RepositoryID) -> Bool {
    forge == other.forge && name.isSame(as: other.name)
  }
}

extension RepositoryID: LosslessStringConvertible, Comparable {
  /// The form `forge/owner/name`; the name of a forge contains no slash.
  package var description: String { "\(forge)/\(name)" }

  /// Orders by forge, then by name.
  package static func < (left: RepositoryID, right: RepositoryID) -> Bool {
    (left.forge, left.name) < (right.forge, right.name)
  }
}

extension RepositoryID: Codable {
  /// Decodes a `description`; other texts are refused.
  package init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let repository = RepositoryID(text) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "not a repository of a forge"))
    }
    self = repository
  }

  /// Encodes a `description`.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension Forge {
  /// The identity of a repository on this forge.
  package func id(of repository: RepositoryName) -> RepositoryID {
    RepositoryID(forge: name, name: repository)
  }
}
