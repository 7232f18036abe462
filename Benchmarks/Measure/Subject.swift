import Libc

/// A command to measure.
struct Subject {
  var name: String
  /// Shell lines.
  ///
  /// Only the last one is measured; those before it restore the state that it changes.
  var command: String

  /// Runs the command once; nil if a line cannot be started or does not exit with 0.
  func run() -> Figure? {
    guard let end = command.lastIndex(of: "\n") else { return Self.run(command) }
    guard Self.run(String(command[..<end])) != nil else { return nil }
    return Self.run(String(command[command.index(after: end)...]))
  }

  private static func run(_ command: String) -> Figure? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    var words: [UnsafeMutablePointer<CChar>?] = ["/bin/sh", "-c", command].map { (word: String) in
      strdup(word)
    }
    words.append(nil)
    defer { words.forEach { free($0) } }
    let start = now()
    var child = pid_t()
    guard posix_spawn(&child, "/bin/sh", &actions, nil, words, environ) == 0 else { return nil }
    var status: Int32 = 0
    var usage = rusage()
    while wait4(child, &status, 0, &usage) < 0 { guard errno == EINTR else { return nil } }
    guard status == 0 else { return nil }
    return Figure(
      wall: now() - start, cpu: seconds(usage.ru_utime) + seconds(usage.ru_stime),
      kilobytes: Double(usage.ru_maxrss))
  }
}

/// Prints to standard error why there are no results.
func complain(_ text: String) {
  let line = Array((text + "\n").utf8)
  _ = write(STDERR_FILENO, line, line.count)
}

/// The cost of one run.
struct Figure {
  var wall: Double
  var cpu: Double
  /// The maximum resident set size of a single process.
  var kilobytes: Double
}

private func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

private func seconds(_ time: timeval) -> Double {
  Double(time.tv_sec) + Double(time.tv_usec) / 1e6
}
