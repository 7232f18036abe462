package import Text

extension SourceText {
  /// Returns the text with replacements: the only place where files are edited.
  ///
  /// - Parameter replacements: in any order; those of other files are ignored.
  /// - Returns: the edited text; all bytes outside of the ranges are unchanged.
  /// - Throws: a failure if a replacement is outside of the file, or if two overlap.
  package func edited(by replacements: [Replacement]) throws(Problem) -> SourceText {
    do throws(ReplacementError) {
      return try applying(replacements)
    } catch {
      throw Problem(.failed, "can't be edited in place", subject: file)
    }
  }
}

extension [FileChange] {
  /// Applies replacements to the files that they name.
  ///
  /// - Parameters:
  ///   - replacements: in any order; those of one file must not overlap.
  ///   - sources: the files.
  /// - Throws: a failure if a replacement is outside of its file, or if two overlap.
  package init(applying replacements: [Replacement], to sources: [SourceText]) throws(Problem) {
    self = []
    for source in sources where replacements.contains(where: { $0.file == source.file }) {
      let edited = try source.edited(by: replacements)
      append(FileChange(path: source.file, before: source.bytes, after: edited.bytes))
    }
    sort { $0.path < $1.path }
  }
}
