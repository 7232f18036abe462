package import Text

extension [FileChange] {
  /// Applies replacements to the files that they name.
  ///
  /// - Parameters:
  ///   - replacements: in any order; those of one file must not overlap.
  ///   - sources: the files.
  /// - Throws: a problem if a replacement is outside of its file, or if two overlap.
  package init(applying replacements: [Replacement], to sources: [SourceText]) throws(Problem) {
    self = []
    for source in sources {
      let own = replacements.filter { $0.file == source.file }
      guard !own.isEmpty else { continue }
      do throws(ReplacementError) {
        let edited = try source.applying(own)
        append(FileChange(path: source.file, before: source.bytes, after: edited.bytes))
      } catch {
        throw Problem(.failed, "can't be edited in place", subject: source.file)
      }
    }
    sort { $0.path < $1.path }
  }
}
