import Ecosystem
import JavaScript
import Text

/// A `yarn.lock` of either line, parsed once for everything that reads it.
struct YarnLock: Sendable {
  /// The lock in the terms of its line.
  enum Content: Sendable {
    case classic(ClassicLock)
    case berry(BerryLock)
  }

  let source: SourceText
  let content: Content
  /// The packages in the terms of both lines.
  let copies: LockedCopies

  /// Parses a lock.
  ///
  /// - Throws: a refusal with its location for everything that Yarn's own writer doesn't produce.
  init(_ source: SourceText, of line: YarnSources.Line) throws(Problem) {
    self.source = source
    switch line {
    case .classic:
      let lock = try ClassicLock(source)
      content = .classic(lock)
      copies = LockedCopies(lock)
    case .berry:
      let lock = try BerryLock(source)
      content = .berry(lock)
      copies = LockedCopies(lock)
    }
  }
}
