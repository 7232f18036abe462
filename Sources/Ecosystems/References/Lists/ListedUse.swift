package import Ecosystem
package import Text
import YAML

/// A place in a file that names a version of something with a list of versions.
package struct ListedUse: VersionUse {
  /// A text that identifies the content of the version, with its bytes.
  package struct Digest: Hashable, Sendable {
    /// The text: a commit, `sha512-…`.
    package var text: String
    /// The bytes in the file.
    package var range: Range<Int>

    /// Describes a digest.
    package init(_ text: String, at range: Range<Int>) {
      self.text = text
      self.range = range
    }
  }

  /// An image whose tag contains the version: `node:` and `-alpine` around `22`.
  package struct Tag: Hashable, Sendable {
    /// The image.
    package var image: ImageReference
    /// What follows the version in the tag.
    package var suffix: String

    /// Describes a tag.
    package init(of image: ImageReference, suffix: String) {
      self.image = image
      self.suffix = suffix
    }
  }

  /// The name of the dependency.
  package var name: String
  /// The version as written.
  package var current: String
  /// The bytes of the version.
  package var range: Range<Int>
  /// The text that is replaced together with the version; nil without one.
  package var digest: Digest?
  /// Where versions are listed.
  package var source: VersionSource
  /// How versions are compared.
  package var rules: CustomReferences.Versioning
  /// Whether a newer version is written with as many components: `22` for `20`.
  package var keepsPrecision = false
  /// The tag that has to exist for a version; nil without one.
  package var tag: Tag?
  /// Why another version can't be written here alone, which holds it back for all uses.
  package var blocker: String?
  /// The name of a dependency of the same files whose version this one must not exceed; nil without one.
  package var ceiling: String?
  /// Whether every step counts as a major one: it changes what the same code means.
  package var isDecision = false
  /// Whether the version is a plain scalar of YAML, which can look like a number.
  package var isPlainScalar = false
  /// The location of the version.
  package var location: Location

  /// Creates a use.
  ///
  /// - Parameters:
  ///   - name: of the dependency.
  ///   - range: the bytes of the version.
  ///   - file: the file.
  ///   - source: where versions are listed.
  ///   - rules: how they are compared.
  package init(
    _ name: String, at range: Range<Int>, in file: SourceText, from source: VersionSource,
    _ rules: CustomReferences.Versioning = .loose
  ) {
    self.name = name
    self.range = range
    self.source = source
    self.rules = rules
    current = file[range]
    location = file.location(at: range.lowerBound)
  }

  /// The version with its rules; nil for a word such as `latest`.
  package var number: ListedNumber? { ListedNumber(current, rules) }

  /// What two uses of one dependency have in common.
  var identity: [String] { [name, source.address, rules.rawValue] }

  /// Returns a version as the file needs it: quoted if YAML would read a number.
  func quoted(_ text: String) -> String {
    isPlainScalar && ImplicitNumber.losesDigits(text) ? "\"\(text)\"" : text
  }
}

extension ListedUse {
  static var section: String { "version" }
  static var verb: String { "names" }
  var requirement: String { current }
  var shown: String { current }
}
