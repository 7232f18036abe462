private import CIsolation
import Glibc

/// A worker's process with the two pipes to it.
///
/// Used only by the pool's thread.
struct WorkerProcess {
  /// An `errno` of a process that could not be started.
  struct Failure: Error {
    var code: Int32

    var words: String { String(cString: strerror(code)) }
  }

  let process: Int32
  /// The worker's input; negative after it was closed.
  private(set) var input: Int32
  /// The worker's output; negative after it was closed.
  private(set) var output: Int32
  private var unsent: [UInt8] = []
  private var reader: FrameReader

  /// Starts this program as a worker.
  ///
  /// The kernel ends the worker when the calling thread ends.
  init(frameLimit: Int) throws(Failure) {
    reader = FrameReader(limit: frameLimit)
    let orders = try Self.pipe()
    let answers: (read: Int32, write: Int32)
    do throws(Failure) { answers = try Self.pipe() } catch {
      Glibc.close(orders.read)
      Glibc.close(orders.write)
      throw error
    }
    var child: Int32 = 0
    let code = martlet_spawn_worker(&child, orders.read, answers.write)
    Glibc.close(orders.read)
    Glibc.close(answers.write)
    process = child
    input = orders.write
    output = answers.read
    guard code == 0 else {
      Glibc.close(input)
      Glibc.close(output)
      throw Failure(code: code)
    }
    for end in [input, output] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
  }

  private static func pipe() throws(Failure) -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    guard martlet_pipe(&ends) == 0 else { throw Failure(code: errno) }
    return (ends[0], ends[1])
  }

  /// Whether bytes wait until the pipe accepts them.
  var hasUnsent: Bool { input >= 0 && !unsent.isEmpty }

  /// Sends a frame, or buffers it until the pipe accepts it.
  mutating func send(_ frame: Frame) {
    guard input >= 0 else { return }
    unsent += frame.bytes
    flush()
  }

  /// Writes as much as the pipe accepts.
  mutating func flush() {
    while hasUnsent {
      let count = write(input, unsent, unsent.count)
      if count > 0 {
        unsent.removeFirst(count)
      } else if count < 0, errno == EINTR {
        continue
      } else {
        if count < 0, errno != EAGAIN { closeInput() }
        return
      }
    }
  }

  /// Reads at most 64 KiB, and returns the frames that are complete.
  mutating func receive() throws(FrameReader.Failure) -> [Frame] {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = read(output, &buffer, buffer.count)
    if count > 0 { return try reader.read(buffer[..<count]) }
    if count == 0 || (errno != EAGAIN && errno != EINTR) {
      Glibc.close(output)
      output = -1
    }
    return []
  }

  /// Closes the worker's input.
  mutating func closeInput() {
    if input >= 0 { Glibc.close(input) }
    input = -1
    unsent = []
  }

  /// Sends SIGKILL.
  func kill() { _ = Glibc.kill(process, SIGKILL) }

  /// Sets the nice value 15.
  func lowerPriority() { _ = martlet_lower_priority(process, 15) }

  /// Returns how the process ended; nil if it still runs.
  func ending() -> Death? {
    var (status, used) = (Int32(0), rusage())
    guard wait4(process, &status, WNOHANG, &used) == process else { return nil }
    let signal = status & 0x7F
    return signal == 0
      ? .exited((status >> 8) & 0xFF) : .signal(signal, peak: Int(used.ru_maxrss) << 10)
  }

  /// Closes both pipes.
  mutating func close() {
    closeInput()
    if output >= 0 { Glibc.close(output) }
    output = -1
  }

  /// The current usage; nil if the process has ended.
  var usage: Usage? { Usage(of: process) }
}

extension Usage {
  /// Reads `/proc/PID/stat` and `/proc/PID/statm` (proc_pid_stat(5), proc_pid_statm(5)).
  init?(of process: Int32) {
    guard let stat = Self.read("/proc/\(process)/stat"),
      let statm = Self.read("/proc/\(process)/statm")
    else { return nil }
    self.init(stat: stat, statm: statm)
  }

  private static func read(_ path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 1_024)
    let count = Glibc.read(file, &buffer, buffer.count)
    return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
  }

  /// Parses the two files: CPU time in fields 14 and 15 of the first, resident and shared pages in
  /// fields 2 and 3 of the second.
  init?(stat: String, statm: String) {
    // The second field is the program's name in parentheses, which can contain spaces.
    guard let name = stat.lastIndex(of: ")") else { return nil }
    let fields = stat[stat.index(after: name)...].split(separator: " ")
    let pages = statm.split(whereSeparator: \.isWhitespace)
    guard fields.count > 12, let user = Int64(fields[11]), let system = Int64(fields[12]),
      pages.count > 2, let resident = Int(pages[1]), let shared = Int(pages[2])
    else { return nil }
    let ticks = max(1, Int64(sysconf(Int32(_SC_CLK_TCK))))
    self.init(
      memory: max(0, resident - shared) * Int(sysconf(Int32(_SC_PAGESIZE))),
      cpu: (user + system) * 1_000 / ticks)
  }
}
