import Ecosystem
package import Text
import YAML

/// A place in a file that names an image, or a part of its name.
package struct ImageUse: Hashable, Sendable {
  /// The image.
  package var image: ImageReference
  /// The bytes of the name in its file, or of the part that is there.
  package var range: Range<Int>
  /// The location of the name.
  package var location: Location
  /// What precedes the bytes in the name: `node:` if they are only its tag.
  package var before = ""
  /// What follows the bytes in the name: `-alpine`.
  package var after = ""
  /// Whether the bytes are a plain scalar of YAML, which can look like a number.
  package var isPlainScalar = false

  /// Creates a use; nil if the text isn't the name of an image.
  ///
  /// - Parameters:
  ///   - text: the name.
  ///   - range: its bytes.
  ///   - source: its file.
  package init?(_ text: String, at range: Range<Int>, in source: SourceText) {
    guard text != "scratch", let image = ImageReference(text) else { return nil }
    self.image = image
    self.range = range
    location = source.location(at: range.lowerBound)
  }

  /// Returns the bytes for another tag or digest.
  ///
  /// A tag such as `1.10` is quoted where YAML would read a number.
  ///
  /// - Throws: a refusal if the part of the name in the file doesn't reach it.
  func text(naming new: ImageReference) throws(Problem) -> String {
    let name = new.written
    guard name.hasPrefix(before), name.dropFirst(before.count).hasSuffix(after) else {
      throw Problem(
        .refused, "is written in parts that one edit can't change together",
        subject: image.written, at: location, advice: "write the name with its tag in one place")
    }
    let text = String(name.dropFirst(before.count).dropLast(after.count))
    return isPlainScalar && ImplicitNumber.losesDigits(text) ? "\"\(text)\"" : text
  }
}

extension ImageUse: VersionUse {
  static var section: String { "image" }
  static var verb: String { "uses" }
  var requirement: String { image.reference }
  var shown: String { image.written }

  /// Whether it is pinned by a digest without a tag, which has no version.
  var isWithoutVersion: Bool { image.digest != nil && image.tag == nil }
}
