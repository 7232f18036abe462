package import Text

/// Why a text is not YAML that martlet reads, and where.
package struct SyntaxError: Error, Hashable, Sendable {
  /// What is the matter, as data.
  package enum Reason: Hashable, Sendable {
    /// In libyaml's words: what it met, and what it was reading.
    case malformed(String, while: String?)
    /// Bytes that are not UTF-8, or characters that YAML does not allow.
    case unreadable(String)
    /// A second document behind the first.
    case severalDocuments
    /// More collections inside each other than the bound allows.
    case tooDeep(limit: Int)
    /// More bytes than the bound allows.
    case tooLarge(limit: Int)
    /// More nodes than the bound allows, once every alias is written out.
    case tooManyNodes(limit: Int)
    /// An alias of an anchor that does not stand before it.
    case unknownAnchor(String)
    /// An alias inside the node that it stands for.
    case endlessAlias(String)
    /// A type other than those of YAML's core schema.
    case unknownTag(String)
    /// A key that is a list or a mapping itself.
    case compoundKey
    /// A merge key `<<` without a mapping or a list of mappings.
    case mergeWithoutMapping
  }

  /// For callers that handle one case apart; `message` puts it into words.
  package var reason: Reason
  /// Of the first thing that is not read; of the file's start where the whole is too large.
  package var location: Location

  /// States a reason and its place.
  package init(_ reason: Reason, at location: Location) {
    self.reason = reason
    self.location = location
  }
}

extension SyntaxError: CustomStringConvertible {
  /// `dependabot.yml:4:3: more than 64 lists and mappings inside each other`.
  package var description: String { "\(location): \(message)" }

  /// Says what is the matter, without the place.
  package var message: String {
    switch reason {
    case .malformed(let problem, let context):
      context.map { "\(problem) (\($0))" } ?? problem
    case .unreadable(let problem): problem
    case .severalDocuments: "a second document; one file holds one document"
    case .tooDeep(let limit): "more than \(limit) lists and mappings inside each other"
    case .tooLarge(let limit): "larger than \(limit) bytes"
    case .tooManyNodes(let limit): "more than \(limit) values, with every alias written out"
    case .unknownAnchor(let name): "the alias *\(name) has no anchor &\(name) before it"
    case .endlessAlias(let name): "the alias *\(name) stands inside its own anchor"
    case .unknownTag(let tag): "the tag \(tag) is not of YAML's core schema"
    case .compoundKey: "a key that is a list or a mapping"
    case .mergeWithoutMapping: "the merge key << needs a mapping or a list of mappings"
    }
  }
}
