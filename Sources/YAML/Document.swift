package import Text

/// A YAML file of one document, composed of libyaml's events.
///
/// Anchors, aliases and merge keys are resolved; how far that may blow up the document is bounded.
///
///     let document = try Document(SourceText(file: "dependabot.yml", bytes: bytes))
///     document.root?["version"]?.scalar?.int
package struct Document: Sendable {
  /// How much is let through.
  package struct Limits: Hashable, Sendable {
    /// In bytes.
    package var size = 4 << 20
    /// Collections inside each other.
    package var depth = 64
    /// Values, once every alias is written out.
    package var nodes = 100_000

    /// Starts from bounds that no sensible file meets.
    package init() {}
  }

  /// A key that stands in its mapping already.
  package struct RepeatedKey: Hashable, Sendable {
    /// The key's text, as `Node.Entry.name` has it.
    package var name: String
    /// Of the key that does not count.
    package var location: Location
    /// Of the key that counts, further up in the same mapping.
    package var first: Location
    /// In bytes, of the key that does not count.
    package let offset: Int
  }

  /// The text as it was read.
  package let source: SourceText
  /// Nil for a file without a value, such as one of comments alone.
  package let root: Node?
  /// In order of their places; the value that counts is the first.
  package let repeatedKeys: [RepeatedKey]

  /// Reads a whole file.
  ///
  /// - Parameters:
  ///   - source: the file's bytes, which must be UTF-8, and the name that errors give it.
  ///   - limits: bounds on what is read.
  /// - Throws: `SyntaxError` at the first thing that is not YAML, or passes a bound.
  package init(_ source: SourceText, limits: Limits = Limits()) throws(SyntaxError) {
    guard source.bytes.count <= limits.size else {
      throw SyntaxError(.tooLarge(limit: limits.size), at: source.location(at: 0))
    }
    let places = Places(source)
    let composed = source.bytes.withUnsafeBufferPointer { bytes in
      Result<Composer, Failure> { () throws(Failure) in
        var composer = Composer(places, limits)
        try composer.run(bytes)
        return composer
      }
    }
    let composer: Composer
    do { composer = try composed.get() } catch {
      throw SyntaxError(error.reason, at: places.location(error.offset))
    }
    self.source = source
    root = composer.root
    repeatedKeys = composer.repeatedKeys.sorted { $0.offset < $1.offset }
  }
}
