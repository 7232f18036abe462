import Libc
import Synchronization

/// A worker's end of the two pipes to its parent.
package final class WorkerLink: Sendable {
  private struct Stream {
    var reader = FrameReader(limit: WorkerLink.frameLimit)
    /// Frames that were read and not handled yet.
    var frames: [Frame] = []
  }

  private let input: Int32
  private let output: Int32
  private let stream = Mutex(Stream())
  /// Serializes the frames of several tasks.
  private let writing = Mutex(())

  /// Takes over the standard streams; later output to them is discarded.
  package init() {
    input = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
    output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    dup2(nothing, STDIN_FILENO)
    dup2(nothing, STDOUT_FILENO)
    close(nothing)
  }

  /// Waits for the next frame on the calling thread; exits at the end of the input.
  ///
  /// For the first frame, before there are other threads.
  package func next() -> Frame {
    stream.withLock { stream in
      while stream.frames.isEmpty { stream.frames = Self.read(input, &stream.reader) }
      return stream.frames.removeFirst()
    }
  }

  /// Calls `body` with each further frame, on a separate thread; exits at the end of the input.
  package func listen(_ body: @escaping @Sendable (Frame) -> Void) {
    requireThread { [self] in
      while true { body(next()) }
    }
  }

  private static func read(_ input: Int32, _ reader: inout FrameReader) -> [Frame] {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = Libc.read(input, &buffer, buffer.count)
    if count < 0, errno == EINTR { return [] }
    guard count > 0, let frames = try? reader.read(buffer[..<count]) else { _exit(0) }
    return frames
  }

  /// The parent is trusted, and its settings and lists can be long.
  private static let frameLimit = 256 << 20

  /// Sends a message to the parent; exits if the parent has ended.
  package func send(_ frame: Frame) {
    writing.withLock { _ in
      guard frame.payload.count > Self.copied else { return write(frame.bytes) }
      write(frame.head)
      write(frame.payload)
    }
  }

  /// The longest payload that is copied to be written with its head.
  private static let copied = 4_096

  private func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Libc.write(output, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { _exit(0) }
    }
  }
}
