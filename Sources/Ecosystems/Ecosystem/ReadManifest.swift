package import Text

extension SourceTree {
  /// Reads a file that people write, such as a manifest or settings; locks can be larger.
  ///
  /// Readers of such files keep words and lines, which take up to 80 times the memory of the file.
  ///
  /// - Parameters:
  ///   - path: one of `paths`.
  ///   - limit: the maximum size in bytes.
  /// - Returns: the text.
  /// - Throws: a refusal of a larger file.
  package func readManifest(
    _ path: String, limit: Int = 4 << 20
  ) async throws(Problem) -> SourceText {
    let text = try await read(path)
    guard text.bytes.count <= limit else {
      throw Problem(.refused, "is larger than \(limit) bytes", subject: path)
    }
    return text
  }
}
