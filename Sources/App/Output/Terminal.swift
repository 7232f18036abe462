import FileAccess
import Libc
import JSON
import Logging
import Synchronization
import Text
import Time

/// The streams for results, progress and logs.
///
/// Only results go to standard output; everything else goes to standard error.
struct Terminal: Sendable {
  /// Writes bytes of the result unchanged: documents for programs, and colored text of printable parts.
  let raw: @Sendable (String) -> Void
  /// Returns whether the complete result was written; a full disk or a closed stream loses a part.
  let isResultWhole: @Sendable () -> Bool
  /// Writes bytes to standard error unchanged: log lines in JSON.
  let rawError: @Sendable (String) -> Void
  /// Whether each stream is a terminal.
  let isOutTerminal: Bool
  let isErrorTerminal: Bool
  /// Shows a line below all other output; an empty text removes it.
  let status: @Sendable (String) -> Void

  /// The streams of the process.
  static let standard = Terminal(
    raw: { if !write($0, to: STDOUT_FILENO) { lostResult.withLock { $0 = true } } },
    isResultWhole: { lostResult.withLock { !$0 } },
    rawError: { _ = write($0, to: STDERR_FILENO) },
    isOutTerminal: isCapable(STDOUT_FILENO), isErrorTerminal: isCapable(STDERR_FILENO),
    status: { show($0) })

  /// Writes a result for people; names and messages of strangers can't control the terminal.
  func out(_ text: String) { raw(text.printable) }

  /// Writes a document for programs if there is one, otherwise a text for people.
  func result(_ text: @autoclosure () -> String, _ json: Value?) {
    if let json { raw(document(json)) } else { out(text()) }
  }

  /// Writes a message for people to standard error.
  @Sendable func error(_ text: String) { rawError(text.printable) }

  /// Whether results may have colors: on terminals, unless `NO_COLOR` is set (no-color.org).
  var hasColor: Bool { isOutTerminal && (environment("NO_COLOR") ?? "").isEmpty }

  /// Returns the same terminal, whose standard error is written by a function.
  func writingErrors(_ error: @escaping @Sendable (String) -> Void) -> Terminal {
    Terminal(
      raw: raw, isResultWhole: isResultWhole, rawError: error, isOutTerminal: isOutTerminal,
      isErrorTerminal: isErrorTerminal, status: status)
  }

  /// Creates a logger for standard error.
  func logger(
    _ format: Format, from level: Level, redacting secrets: @escaping @Sendable () -> Redaction
  ) -> Logger {
    Logger(threshold: level, now: Timestamp.now) { entry in
      let line = format.render(entry, redacting: secrets()) + "\n"
      if format == .json { rawError(line) } else { error(line) }
    }
  }
}

/// Returns an environment variable of the process.
@Sendable func environment(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }
}

/// Whether the stream is a terminal that can erase a line and show colors.
private func isCapable(_ descriptor: Int32) -> Bool {
  isatty(descriptor) == 1 && environment("TERM") != "dumb"
}

/// Opens `/dev/null` for standard streams that the caller has closed.
///
/// Otherwise the first opened file would get the descriptor of such a stream, and a result would be
/// written into it. The replacement of an output stream is read-only, so writing still fails.
func openStandardStreams() {
  for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
    _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
  }
}

private let lostResult = Mutex(false)

/// The status line, which is redrawn below each text; lines of several tasks must not mix.
private let statusLine = Mutex("")

/// Leaves the cursor at the start of the line, so that a killed program leaves no incomplete line.
private func show(_ status: String) {
  statusLine.withLock { shown in
    guard shown != status else { return }
    shown = status
    put(eraseLine + status + (status.isEmpty ? "" : "\r"), to: STDERR_FILENO)
  }
}

/// "Erase in Line", to the end of the line (ECMA-48, section 8.3.41).
private let eraseLine = "\u{1B}[K"

private func write(_ text: String, to descriptor: Int32) -> Bool {
  statusLine.withLock { shown in
    if !shown.isEmpty { put(eraseLine, to: STDERR_FILENO) }
    defer { if !shown.isEmpty { put(shown + "\r", to: STDERR_FILENO) } }
    return put(text, to: descriptor)
  }
}

/// Writes a text completely, unless the reader has closed the stream.
///
/// - Returns: false if a part was not written; a stream closed by its reader counts as written.
@discardableResult private func put(_ text: String, to descriptor: Int32) -> Bool {
  writeAll(Array(text.utf8)[...], to: descriptor) || errno == EPIPE
}
