import Ecosystem
package import Text

/// A place in a file that names an image.
package struct ImageUse: Hashable, Sendable {
  /// The image.
  package var image: ImageReference
  /// The bytes of the name in its file.
  package var range: Range<Int>
  /// The location of the name.
  package var location: Location

  /// Creates a use; nil if the text isn't the name of an image, as with a variable.
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
}

/// A file with the images that it names, in the order of the file.
package struct ImageFile: Sendable {
  /// The bytes and the path.
  package var source: SourceText
  /// The images.
  package var uses: [ImageUse]

  /// Combines a file with its images.
  package init(_ source: SourceText, uses: [ImageUse]) {
    self.source = source
    self.uses = uses
  }
}
