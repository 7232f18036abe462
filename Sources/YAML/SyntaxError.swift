package import Text

/// An error in a YAML file, with its location.
package struct SyntaxError: Error, Hashable, Sendable {
  /// The kind of error.
  package enum Reason: Hashable, Sendable {
    /// A syntax error: libyaml's problem and context.
    case malformed(String, while: String?)
    /// The text is not UTF-8, or has characters that YAML does not allow.
    case unreadable(String)
    /// The file has more than one document.
    case severalDocuments
    /// Collections are nested deeper than the limit.
    case tooDeep(limit: Int)
    /// The file is larger than the limit.
    case tooLarge(limit: Int)
    /// More lines start with `%` than the limit allows.
    case tooManyDirectives(limit: Int)
    /// The document has more values than the limit after expanding aliases.
    case tooManyNodes(limit: Int)
    /// An alias without an earlier anchor of the same name.
    case unknownAnchor(String)
    /// An alias inside the value that it refers to.
    case endlessAlias(String)
    /// A tag that is not part of YAML's core schema.
    case unknownTag(String)
    /// A key that is a list or a mapping.
    case compoundKey
    /// A merge key `<<` whose value is not a mapping or a list of mappings.
    case mergeWithoutMapping
  }

  /// Whether the file exceeds a limit, rather than being malformed.
  package var isLimit: Bool {
    switch reason {
    case .tooDeep, .tooLarge, .tooManyDirectives, .tooManyNodes: true
    default: false
    }
  }

  /// The kind of error, for callers.
  ///
  /// `message` is for people.
  package var reason: Reason
  /// The location of the error; the start of the file if it is too large.
  package var location: Location

  /// Creates an error.
  package init(_ reason: Reason, at location: Location) {
    self.reason = reason
    self.location = location
  }
}

extension SyntaxError: CustomStringConvertible {
  /// For example `dependabot.yml:4:3: lists and mappings nested more than 64 levels deep`.
  package var description: String { "\(location): \(message)" }

  /// A description of the error without the location.
  package var message: String {
    switch reason {
    case .malformed(let problem, let context):
      context.map { "\(problem) (\($0))" } ?? problem
    case .unreadable(let problem): problem
    case .severalDocuments: "a second document; a file can have only one"
    case .tooDeep(let limit): "lists and mappings nested more than \(limit) levels deep"
    case .tooLarge(let limit): "larger than \(limit) bytes"
    case .tooManyDirectives(let limit): "more than \(limit) lines that start with %"
    case .tooManyNodes(let limit): "more than \(limit) values after expanding aliases"
    case .unknownAnchor(let name): "the alias *\(name) has no anchor &\(name) before it"
    case .endlessAlias(let name): "the alias *\(name) is inside the value of its own anchor"
    case .unknownTag(let tag): "the tag \(tag) is not part of YAML's core schema"
    case .compoundKey: "a key that is a list or a mapping"
    case .mergeWithoutMapping: "the merge key << needs a mapping or a list of mappings"
    }
  }
}
