internal import Testing

/// A text of a test case whose description is its beginning and its size, instead of all of it.
///
///     @Test(arguments: [String(repeating: "[", count: 1 << 20)].map(LongText.init))
///     func `is refused`(text: LongText) { #expect(read(text.value) == nil) }
package struct LongText: CustomTestStringConvertible, Sendable {
  /// The whole text.
  package let value: String

  /// Creates a test case from a text.
  package init(_ value: String) {
    self.value = value
  }

  /// The beginning, and the size of a text that is cut.
  package var testDescription: String {
    let beginning = value.prefix(60).debugDescription
    return value.utf8.count <= 60 ? beginning : "\(beginning)… (\(value.utf8.count) bytes)"
  }
}
