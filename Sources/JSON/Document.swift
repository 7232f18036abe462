package import Text

/// A JSON document that keeps its source text.
///
/// Strings are decoded only on access.
///
/// Parses RFC 8259 in one pass and without recursion.
///
///     let document = try Document(SourceText(file: "package.json", bytes: bytes))
///     document.root["dependencies"]?["left-pad"]?.string
package struct Document: Sendable {
  /// The limits and leniencies for parsing a document.
  package struct Options: Hashable, Sendable {
    /// The treatment of repeated keys in an object.
    package enum DuplicateKeys: Hashable, Sendable {
      /// A repeated key is an error that names both locations.
      case refused
      /// The last value is used at the position of the first key, as in JavaScript.
      case lastCounts
    }

    /// The treatment of repeated keys, which RFC 8259 leaves open.
    ///
    /// Files that martlet edits refuse them.
    package var duplicateKeys = DuplicateKeys.refused
    /// Whether a byte order mark at the start is ignored.
    package var allowsByteOrderMark = false
    /// Whether an unpaired surrogate escape is replaced by U+FFFD.
    package var replacesLoneSurrogates = false
    /// The maximum nesting depth of arrays and objects.
    package var maximumDepth = 512
    /// The maximum size in bytes, at most 2 GiB.
    package var maximumSize = 256 << 20

    /// Creates strict options.
    package init() {}

    /// The options for files that martlet edits: no leniency.
    package static var strict: Options { Options() }

    /// The options for data from registries and forges: parses like JavaScript's `JSON.parse`, and
    /// ignores a byte order mark.
    package static var lenient: Options {
      var options = Options()
      options.duplicateKeys = .lastCounts
      options.allowsByteOrderMark = true
      options.replacesLoneSurrogates = true
      return options
    }
  }

  let storage: Storage

  init(storage: Storage) {
    self.storage = storage
  }

  /// Parses a file.
  ///
  /// - Parameters:
  ///   - source: the file's bytes and its name in errors.
  ///   - options: limits and leniencies.
  /// - Throws: `SyntaxError` at the first invalid byte.
  package init(_ source: SourceText, options: Options = .strict) throws(SyntaxError) {
    self.init(storage: Storage(source: source, tape: try Parser.tape(of: source, options)))
  }

  /// Parses bytes that do not come from a file.
  ///
  /// - Parameters:
  ///   - bytes: a complete JSON text.
  ///   - name: the name in errors, such as a URL without its secrets.
  ///   - options: limits and leniencies.
  /// - Throws: `SyntaxError` at the first invalid byte.
  package init(
    _ bytes: [UInt8], named name: String, options: Options = .lenient
  ) throws(SyntaxError) {
    try self.init(SourceText(file: name, bytes: bytes), options: options)
  }

  /// The root value.
  package var root: Node { Node(storage: storage, index: 0) }

  /// The parsed text.
  package var source: SourceText { storage.source }
}

/// The data shared by all nodes of a document.
final class Storage: Sendable {
  let source: SourceText
  let tape: [Entry]

  init(source: SourceText, tape: [Entry]) {
    self.source = source
    self.tape = tape
  }
}
