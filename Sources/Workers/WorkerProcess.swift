private import CIsolation
import Glibc

/// A worker's process as its parent sees it: two pipes, and what it uses.
///
/// All of it belongs to the pool's thread.
struct WorkerProcess {
  /// Why a process does not start.
  struct Failure: Error {
    var code: Int32

    var words: String { String(cString: strerror(code)) }
  }

  let process: Int32
  /// The worker reads here; negative once it is closed.
  private(set) var input: Int32
  /// The worker writes here; negative once it is closed.
  private(set) var output: Int32
  private var unsent: [UInt8] = []
  private var reader: FrameReader

  /// Starts this program again as a worker.
  ///
  /// The kernel ends the worker when the thread that calls this ends.
  init(frameLimit: Int) throws(Failure) {
    reader = FrameReader(limit: frameLimit)
    let orders = try Self.pipe()
    let answers: (read: Int32, write: Int32)
    do throws(Failure) { answers = try Self.pipe() } catch {
      close(orders.read)
      close(orders.write)
      throw error
    }
    var child: Int32 = 0
    let code = martlet_spawn_worker(&child, orders.read, answers.write)
    close(orders.read)
    close(answers.write)
    process = child
    input = orders.write
    output = answers.read
    guard code == 0 else {
      close(input)
      close(output)
      throw Failure(code: code)
    }
    for end in [input, output] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
  }

  private static func pipe() throws(Failure) -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    guard martlet_pipe(&ends) == 0 else { throw Failure(code: errno) }
    return (ends[0], ends[1])
  }

  /// Whether something waits to be written.
  var hasUnsent: Bool { input >= 0 && !unsent.isEmpty }

  /// Sends a frame, now or when the pipe takes it.
  mutating func send(_ frame: Frame) {
    guard input >= 0 else { return }
    unsent += frame.bytes
    flush()
  }

  /// Writes what the pipe takes.
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

  /// Reads what is there, a bounded amount at a time.
  mutating func receive() throws(FrameReader.Failure) -> [Frame] {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = read(output, &buffer, buffer.count)
    if count > 0 { return try reader.read(buffer[..<count]) }
    if count == 0 || (errno != EAGAIN && errno != EINTR) {
      close(output)
      output = -1
    }
    return []
  }

  /// Lets the worker see the end of its input.
  mutating func closeInput() {
    if input >= 0 { close(input) }
    input = -1
    unsent = []
  }

  /// Ends the process at once.
  func kill() { _ = Glibc.kill(process, SIGKILL) }

  /// Lets other processes go first.
  func lowerPriority() { _ = martlet_lower_priority(process, 15) }

  /// How it ended; nil if it runs.
  func ending() -> Death? {
    var (status, used) = (Int32(0), rusage())
    guard wait4(process, &status, WNOHANG, &used) == process else { return nil }
    let signal = status & 0x7F
    return signal == 0
      ? .exited((status >> 8) & 0xFF) : .signal(signal, peak: Int(used.ru_maxrss) << 10)
  }

  /// Closes what is open.
  mutating func forget() {
    closeInput()
    if output >= 0 { close(output) }
    output = -1
  }

  /// What it uses now; nil if the system does not say.
  var usage: Usage? { Usage(of: process) }
}

extension Usage {
  /// Reads `/proc/PID/stat` (proc_pid_stat(5)): CPU time in fields 14 and 15, memory in field 24.
  init?(of process: Int32) {
    let file = open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 1_024)
    let count = read(file, &buffer, buffer.count)
    guard count > 0 else { return nil }
    self.init(stat: String(decoding: buffer[..<count], as: UTF8.self))
  }

  /// Reads the line; the name in parentheses may hold anything.
  init?(stat: String) {
    guard let name = stat.lastIndex(of: ")") else { return nil }
    let fields = stat[stat.index(after: name)...].split(separator: " ")
    // The first field behind the name is the third.
    guard fields.count > 21, let user = Int64(fields[11]), let system = Int64(fields[12]),
      let pages = Int(fields[21])
    else { return nil }
    let ticks = max(1, Int64(sysconf(Int32(_SC_CLK_TCK))))
    self.init(
      memory: pages * Int(sysconf(Int32(_SC_PAGESIZE))), cpu: (user + system) * 1_000 / ticks)
  }
}
