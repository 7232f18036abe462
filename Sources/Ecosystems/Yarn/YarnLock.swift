import Ecosystem
import Synchronization
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

/// The last new lock of a project, parsed once for the proof of a change and for its sources.
final class WrittenLock: Sendable {
  private let last = Mutex<YarnLock?>(nil)

  /// Returns the lock with a text; parses it unless it is the last one.
  ///
  /// - Throws: what the parser throws.
  func lock(_ source: SourceText, of line: YarnSources.Line) throws(Problem) -> YarnLock {
    if let known = last.withLock({ $0 }), known.source.bytes == source.bytes { return known }
    let lock = try YarnLock(source, of: line)
    last.withLock { $0 = lock }
    return lock
  }
}
