private import CIsolation
import Libc

/// A worker's process with the two pipes to it.
///
/// Used only by the pool's thread.
struct WorkerProcess {
  /// An `errno` of a process that could not be started.
  struct Failure: Error {
    var code: Int32

    var message: String { String(cString: strerror(code)) }
  }

  let process: Int32
  /// The worker's input; negative after it was closed.
  private(set) var input: Int32
  /// The worker's output; negative after it was closed.
  private(set) var output: Int32
  private let usageFiles: UsageFiles
  private var unsent: [UInt8] = []
  /// How many bytes of `unsent` the pipe has accepted.
  private var sent = 0
  private var reader: FrameReader

  /// Starts this program as a worker.
  ///
  /// The kernel ends the worker when the calling thread ends.
  ///
  /// - Parameter frameLimit: the maximum length of a message, in bytes.
  /// - Throws: why no process could be started.
  init(frameLimit: Int) throws(Failure) {
    reader = FrameReader(limit: frameLimit)
    let orders = try Self.pipe()
    let answers: (read: Int32, write: Int32)
    do throws(Failure) { answers = try Self.pipe() } catch {
      Libc.close(orders.read)
      Libc.close(orders.write)
      throw error
    }
    var child: Int32 = 0
    let code = martlet_spawn_worker(&child, orders.read, answers.write)
    Libc.close(orders.read)
    Libc.close(answers.write)
    process = child
    input = orders.write
    output = answers.read
    usageFiles = UsageFiles(of: code == 0 ? child : 0)
    guard code == 0 else {
      Libc.close(input)
      Libc.close(output)
      usageFiles.close()
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
  var hasUnsent: Bool { input >= 0 && sent < unsent.count }

  /// Whether the worker leaves so much unread that the parent's memory is in danger.
  ///
  /// A worker confirms large responses in parts, so only one that doesn't read comes near to it.
  var readsTooLittle: Bool { unsent.count - sent > 256 << 20 }

  /// Sends a frame, or buffers it until the pipe accepts it.
  mutating func send(_ frame: Frame) {
    guard input >= 0 else { return }
    unsent += frame.bytes
    flush()
  }

  /// Writes as much as the pipe accepts.
  mutating func flush() {
    defer { dropSent() }
    while hasUnsent {
      let count = unsent.withUnsafeBytes { bytes in
        write(input, bytes.baseAddress?.advanced(by: sent), bytes.count - sent)
      }
      if count > 0 {
        sent += count
      } else if count < 0, errno == EINTR {
        continue
      } else {
        if count < 0, errno != EAGAIN { closeInput() }
        return
      }
    }
  }

  /// Removes what was sent; a long message isn't moved for each part of it.
  private mutating func dropSent() {
    guard sent == unsent.count || sent >= 1 << 20 && sent * 2 > unsent.count else { return }
    unsent.removeFirst(sent)
    sent = 0
  }

  /// Reads at most 64 KiB, and returns the frames that are complete.
  mutating func receive() throws(FrameReader.Failure) -> [Frame] {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = read(output, &buffer, buffer.count)
    if count > 0 { return try reader.read(buffer[..<count]) }
    if count == 0 || (errno != EAGAIN && errno != EINTR) {
      Libc.close(output)
      output = -1
    }
    return []
  }

  /// Closes the worker's input.
  mutating func closeInput() {
    if input >= 0 { Libc.close(input) }
    input = -1
    unsent = []
    sent = 0
  }

  /// Sends SIGKILL.
  func kill() { _ = Libc.kill(process, SIGKILL) }

  /// Sets the nice value 15.
  func lowerPriority() { _ = martlet_lower_priority(process, 15) }

  /// Returns how the process ended; nil if it still runs.
  func ending() -> Death? {
    var (status, used) = (Int32(0), rusage())
    guard wait4(process, &status, WNOHANG, &used) == process else { return nil }
    let code = (status >> 8) & 0xFF
    let isSignal = status & 0x7F != 0
    // In a namespace of its own, a worker reports some signals in its exit code, as shells do.
    guard isSignal || code > 128 else { return .exited(code) }
    return .signal(isSignal ? status & 0x7F : code - 128, peak: Int(used.ru_maxrss) << 10)
  }

  /// Closes both pipes.
  mutating func close() {
    closeInput()
    if output >= 0 { Libc.close(output) }
    output = -1
    usageFiles.close()
  }

  /// The current usage; nil if the process has ended.
  var usage: Usage? { usageFiles.usage }
}
