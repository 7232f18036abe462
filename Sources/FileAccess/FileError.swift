private import Libc

/// The reason why a file cannot be read or written.
package enum FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file is larger than the limit.
  case tooLarge
  /// The operating system refused a call; `reason` is its message, such as `Permission denied`.
  case systemError(reason: String)

  /// The reason in a few words.
  package var description: String {
    switch self {
    case .tooLarge: "File too large"
    case .systemError(let reason): reason
    }
  }

  /// The error of the system call that failed last in this thread.
  static var latest: FileError { .systemError(reason: String(cString: strerror(errno))) }
}
