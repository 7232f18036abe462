import FileAccess
import Glibc
import Logging
import Synchronization

/// Where results, progress and logs go.
///
/// Standard output carries the result alone; everything else goes to standard error.
struct Terminal: Sendable {
  let out: @Sendable (String) -> Void
  /// Whether all of the result came where it goes; a full disk or a closed stream loses it.
  let isResultWhole: @Sendable () -> Bool
  let error: @Sendable (String) -> Void
  /// Whether a person looks at each stream through a terminal.
  let isOutTerminal: Bool
  let isErrorTerminal: Bool
  /// Replaces the line below everything that is written; an empty one takes it away.
  let status: @Sendable (String) -> Void

  /// The process' own streams.
  static let standard = Terminal(
    out: { if !write($0, to: STDOUT_FILENO) { lostResult.withLock { $0 = true } } },
    isResultWhole: { lostResult.withLock { !$0 } },
    error: { _ = write($0, to: STDERR_FILENO) },
    isOutTerminal: isCapable(STDOUT_FILENO), isErrorTerminal: isCapable(STDERR_FILENO),
    status: { show($0) })

  /// Whether results may be coloured: on terminals, unless `NO_COLOR` is set (no-color.org).
  var hasColor: Bool { isOutTerminal && (environment("NO_COLOR") ?? "").isEmpty }

  /// Makes a logger for standard error.
  func logger(
    _ format: Format, from level: Level, redacting secrets: @escaping @Sendable () -> Redaction
  ) -> Logger {
    Logger(threshold: level, now: milliseconds) { entry in
      self.error(format.render(entry, redacting: secrets()) + "\n")
    }
  }
}

/// Milliseconds since 1970.
@Sendable func milliseconds() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_REALTIME, &time)
  return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
}

/// A variable of the process' environment.
@Sendable func environment(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }
}

/// Whether a terminal is there that can erase a line and show colours.
private func isCapable(_ descriptor: Int32) -> Bool {
  isatty(descriptor) == 1 && environment("TERM") != "dumb"
}

/// Gives the standard streams that the caller closed an end of their own.
///
/// Else the first file that is opened takes such a stream's place, and a result is written into it.
/// What stands in for the output can only be read, so that writing fails as it did before.
func openStandardStreams() {
  for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
    _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
  }
}

private let lostResult = Mutex(false)

/// The status line, which is drawn anew below each text; lines of several tasks must not mix.
private let statusLine = Mutex("")

/// The cursor rests at the line's start, so that a program that is killed leaves no half line.
private func show(_ status: String) {
  statusLine.withLock { shown in
    guard shown != status else { return }
    shown = status
    put(eraseLine + status + (status.isEmpty ? "" : "\r"), to: STDERR_FILENO)
  }
}

/// "Erase in Line", from the cursor to the end (ECMA-48, section 8.3.41).
private let eraseLine = "\u{1B}[K"

private func write(_ text: String, to descriptor: Int32) -> Bool {
  statusLine.withLock { shown in
    if !shown.isEmpty { put(eraseLine, to: STDERR_FILENO) }
    defer { if !shown.isEmpty { put(shown + "\r", to: STDERR_FILENO) } }
    return put(text, to: descriptor)
  }
}

/// Writes all of a text; a reader that is gone ends the text, not the program.
///
/// - Returns: whether all of it was written; a reader that had enough counts as that.
@discardableResult private func put(_ text: String, to descriptor: Int32) -> Bool {
  writeAll(Array(text.utf8)[...], to: descriptor) || errno == EPIPE
}
